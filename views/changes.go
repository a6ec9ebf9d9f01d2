package views

import (
	"cmp"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Change is what a stage on the way did to a request or to its answer. Its texts
// come from the wire and are not made safe.
type Change struct {
	Stage string // empty for all those that are not told one by one
	Did   string // in few words of ours
	Said  string // the stage's own words; empty where it has none
	Lost  bool   // something was left out or altered; else it was flagged
	Page  Action // that shows the page of the inspector with more of it
}

// Changes returns the stages of an exchange's pipeline that altered, flagged or
// left out something, and the fusions of which a part failed, in the order of
// the way; none before it has ended. What blocked a request is told by its failure.
// It reads the whole routing metadata.
func Changes(x *state.Exchange) []Change {
	if x.Running() {
		return nil
	}
	var list []Change
	for _, s := range read.Routing(x.Routing).Pipeline {
		if did, lost := alters(s); did != "" {
			page := ActTabRoute
			if s.Type == "guardrail" {
				page = ActTabGuardrails
			}
			list = append(list, Change{Stage: cmp.Or(s.Name, s.Type, "a stage"), Did: did, Said: s.Summary, Lost: lost, Page: page})
		}
	}
	for _, it := range x.Items {
		if answered, failed := PanelOf(it); failed > 0 {
			list = append(list, Change{Stage: "fusion", Did: Answered(answered, failed) + " of the panel answered", Lost: true, Page: ActTabFusion})
		}
	}
	return summed(list)
}

// mostChanges is how many stages are told one by one.
const mostChanges = 32

// summed makes one of all changes beyond the first.
func summed(list []Change) []Change {
	if len(list) <= mostChanges {
		return list
	}
	rest := Change{Did: Thousands(len(list)-mostChanges) + " more", Page: ActTabRoute}
	for _, c := range list[mostChanges:] {
		rest.Lost = rest.Lost || c.Lost
	}
	return append(list[:mostChanges:mostChanges], rest)
}

// alters reads from a stage's data what it did; empty for what altered nothing,
// and for what does not tell.
func alters(s wire.Stage) (did string, lost bool) {
	is := func(name, value string) bool { return string(scan.Get(s.Data, name)) == value }
	count := func(name string) int {
		n, err := strconv.Atoi(string(scan.Get(s.Data, name)))
		if err != nil || n < 0 {
			return -1
		}
		return n
	}
	action := scan.Text(scan.Get(s.Data, "action"))
	begins := func(word string) bool { return strings.HasPrefix(strings.ToLower(action), word) }
	switch {
	case is("detected", "false"), begins("block"), begins("pass"), begins("allow"):
		return "", false
	case begins("redact"), begins("mask"):
		return action, true
	case is("detected", "true"):
		if action == "" {
			action = "flagged"
		}
		return action, false
	case begins("flag"):
		return action, false
	case is("improved", "true"):
		return "repaired", true
	}
	unit := " items dropped"
	if scan.Text(scan.Get(s.Data, "input_type")) == "prompt" {
		unit = " tokens dropped"
	}
	if before, after := count("original_count"), count("compressed_count"); after >= 0 && before > after {
		return Thousands(before-after) + " of " + Thousands(before) + unit, true
	}
	if before, after := count("original_tokens"), count("compressed_tokens"); after >= 0 && before > after {
		return Thousands(before-after) + " of " + Thousands(before) + " tokens dropped", true
	}
	return "", false
}

// PanelOf counts the models of a fusion item's panel that answered, and those
// that failed; what still runs is neither.
func PanelOf(it *state.Item) (answered, failed int) {
	for _, p := range it.Panels() {
		switch p.Status {
		case "completed":
			answered++
		case "failed":
			failed++
		}
	}
	if len(it.Panels()) > 0 || !strings.Contains(it.Type, "fusion") {
		return answered, failed
	}
	for range scan.Elements(scan.Get(it.Raw, "responses")) {
		answered++
	}
	for range scan.Elements(scan.Get(it.Raw, "failed_models")) {
		failed++
	}
	return answered, failed
}

// OfPanel says beside a fusion's stage, whose summary is written before the panel
// answers, how many of it did; empty where all did, and for another stage.
func OfPanel(s wire.Stage, x *state.Exchange) string {
	if s.Name != "fusion" || x.Running() {
		return ""
	}
	for _, it := range x.Items {
		if answered, failed := PanelOf(it); failed > 0 {
			return Answered(answered, failed) + " answered"
		}
	}
	return ""
}

// Answered writes how many of a panel did: 2 of 3.
func Answered(answered, failed int) string {
	return Thousands(answered) + " of " + Thousands(answered+failed)
}
