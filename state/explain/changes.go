package explain

import (
	"cmp"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
)

// Change is what a pipeline stage did to a request or to its answer. Its texts come
// from the wire and are not sanitized.
type Change struct {
	Stage string // empty for the sum of those beyond mostChanges
	Did   string // in a few words of ours
	Said  string // the stage's own summary; empty if it has none
	Lost  bool   // something was dropped or altered, not just flagged
	Page  Page   // of the inspector, that shows more
}

// Page is a page of the inspector, which tells more of a subject.
type Page string

// The pages that others name.
const (
	RoutePage      Page = "route"
	GuardrailsPage Page = "guardrails"
	FusionPage     Page = "fusion"

	ConformancePage Page = "conformance"
	ReceiptPage     Page = "receipt"
	CachePage       Page = "cache"
)

// Changes returns the pipeline stages of an exchange that altered, flagged or dropped
// something, in pipeline order, and the fusions with failed panel models; none while it
// runs. A block is not among them: the failure reports it, and nothing of the request was
// forwarded that a stage had altered. It reads the whole routing metadata.
func Changes(x *state.Exchange) []Change {
	if x.Running() {
		return nil
	}
	var list []Change
	for _, s := range read.Routing(x.Routing).Pipeline {
		if did, lost := alters(s); did != "" && !(lost && guard.Stopped(x)) {
			page := RoutePage
			if s.Type == "guardrail" {
				page = GuardrailsPage
			}
			list = append(list, Change{Stage: cmp.Or(s.Name, s.Type, "a stage"), Did: did, Said: s.Summary, Lost: lost, Page: page})
		}
	}
	for _, it := range x.Items {
		if answered, failed := PanelOf(it); failed > 0 {
			list = append(list, Change{Stage: "fusion", Did: Answered(answered, failed) + " panel models answered", Lost: true, Page: FusionPage})
		}
	}
	return summed(list)
}

// mostChanges is how many stages are listed one by one.
const mostChanges = 32

// summed merges the changes beyond mostChanges into one.
func summed(list []Change) []Change {
	if len(list) <= mostChanges {
		return list
	}
	rest := Change{Did: figures.Thousands(len(list)-mostChanges) + " more", Page: RoutePage}
	for _, c := range list[mostChanges:] {
		rest.Lost = rest.Lost || c.Lost
	}
	return append(list[:mostChanges:mostChanges], rest)
}

// alters reads from a stage's data what it did; empty if it altered nothing or does
// not say.
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
		return named(action), true
	case is("detected", "true"):
		if action == "" {
			action = "flagged"
		}
		return named(action), false
	case begins("flag"):
		return named(action), false
	case is("improved", "true"):
		return "repaired", true
	}
	unit := " items dropped"
	if scan.Text(scan.Get(s.Data, "input_type")) == "prompt" {
		unit = " tokens dropped"
	}
	if before, after := count("original_count"), count("compressed_count"); after >= 0 && before > after {
		return figures.Thousands(before-after) + " of " + figures.Thousands(before) + unit, true
	}
	if before, after := count("original_tokens"), count("compressed_tokens"); after >= 0 && before > after {
		return figures.Thousands(before-after) + " of " + figures.Thousands(before) + " tokens dropped", true
	}
	return "", false
}
