package explain

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Topic is a subject that a reader can be led to: what draws an exchange knows where.
type Topic string

const (
	RouteTopic      Topic = "route"
	GuardrailsTopic Topic = "guardrails"
	FusionTopic     Topic = "fusion"
	LintTopic       Topic = "lint"
	ReceiptTopic    Topic = "receipt"
	CacheTopic      Topic = "cache"
)

// Change is what a pipeline stage did to a request or to its answer. Its texts come
// from the wire and are not sanitized.
type Change struct {
	Stage   string // empty for the sum of those beyond maxChanges
	Did     string // in a few words of gatehouse
	Summary string // as the stage reported it; empty if it has none
	Lost    bool   // something was dropped or altered, not just flagged
	Topic   Topic  // that shows more
}

// maxChanges is how many stages are listed one by one.
const maxChanges = 32

// Changes returns the pipeline stages of an exchange that altered, flagged or dropped
// something, in pipeline order, and the fusions with failed panel models; none while it
// runs. A block is not among them: the failure reports it, and nothing of the request was
// forwarded that a stage had altered. It reads the complete routing metadata.
func Changes(x *state.Exchange) []Change {
	if x.Running() {
		return nil
	}
	var list []Change
	for _, s := range read.Routing(x.Routing).Pipeline {
		did, lost := alters(s)
		if did == "" || lost && Blocked(x) {
			continue
		}
		topic := RouteTopic
		if s.Type == "guardrail" {
			topic = GuardrailsTopic
		}
		list = append(list, Change{cmp.Or(s.Name, s.Type, "a stage"), did, s.Summary, lost, topic})
	}
	for _, it := range x.Items {
		if answered, failed := panelOf(it); failed > 0 {
			list = append(list, Change{"fusion", ofPanel(answered, failed) + " panel models answered", "", true, FusionTopic})
		}
	}
	if len(list) <= maxChanges {
		return list
	}
	rest := Change{Did: figures.Thousands(len(list)-maxChanges) + " more", Topic: RouteTopic}
	for _, c := range list[maxChanges:] {
		rest.Lost = rest.Lost || c.Lost
	}
	return append(list[:maxChanges:maxChanges], rest)
}

// alters returns what a stage altered or flagged; empty if nothing or if it does not say.
func alters(s wire.Stage) (did string, lost bool) {
	switch {
	case s.Passed(), s.Blocked():
		return "", false
	case s.Redacted():
		return named(s.Action), true
	case s.Detected == "true":
		return named(cmp.Or(s.Action, "flagged")), false
	case s.Does("flag"):
		return named(s.Action), false
	case s.Improved == "true":
		return "repaired", true
	}
	n := dropped(s)
	if n == 0 {
		return "", false
	}
	return figures.Thousands(n) + " of " + figure(s.Before) + " " + s.Unit + " dropped", true
}

// dropped returns how much of the input a compression dropped; 0 if nothing or if it does
// not say.
func dropped(s wire.Stage) int {
	before, err := strconv.Atoi(s.Before)
	after, wrong := strconv.Atoi(s.After)
	if !s.Compressed() || err != nil || wrong != nil || after < 0 {
		return 0
	}
	return max(before-after, 0)
}

// Outcome returns in a few words what a stage did to an exchange, by its data.
func Outcome(s wire.Stage, x *state.Exchange) string {
	switch {
	case s.Action != ActionOf(s, x):
		return ActionOf(s, x)
	case s.Action != "" && s.Detected == "false":
		return named(s.Action) + ", nothing detected"
	case s.Action != "" && s.Detected != "":
		return named(s.Action) + ", detected"
	case s.Action != "":
		return named(s.Action)
	case s.Detected != "":
		return "detected " + named(s.Detected)
	case s.EmptiedBy != "":
		return "emptied by " + named(s.EmptiedBy)
	case s.Compressed():
		return compressed(s)
	case s.Improved == "true" && s.Unit == "length":
		return "repaired, " + figure(s.Before) + " → " + figure(s.After) + lengthUnit(s.After, x)
	case s.Improved == "true":
		return "repaired"
	case s.Improved == "false":
		return "nothing to repair"
	case panelOutcome(s, x) != "":
		return panelOutcome(s, x)
	case s.Steps != "":
		n, _ := strconv.Atoi(s.Steps)
		return figures.Counted(n, "step")
	}
	return ""
}

// ActionOf returns a guardrail's action. A redaction amounts to nothing where the request
// was blocked.
func ActionOf(s wire.Stage, x *state.Exchange) string {
	if s.Redacted() && Blocked(x) {
		return "matched, nothing forwarded"
	}
	return s.Action
}

// NewOutcome is Outcome, or empty where the stage's summary has these words.
func NewOutcome(s wire.Stage, x *state.Exchange) string {
	did := Outcome(s, x)
	if strings.Contains(s.Summary, did) {
		return ""
	}
	return did
}

// NewSummary returns a stage's summary without its name at the start; empty where the
// stage is the only one and the failure's message has these words.
func NewSummary(s wire.Stage, x *state.Exchange, stages int) string {
	if f := x.Failure; f != nil && stages == 1 && strings.Contains(f.Message, s.Summary) && Outcome(s, x) != "" {
		return ""
	}
	return strings.TrimPrefix(s.Summary, cmp.Or(s.Name, s.Type)+": ")
}

// lengthUnit returns what a length of the answer's text counts, after a space: what the
// received text has as many of. It is empty if that is neither characters nor bytes.
func lengthUnit(length string, x *state.Exchange) string {
	const maxCounted = 1 << 20 // bytes
	bytes, runes := 0, 0
	for _, it := range x.Items {
		for _, p := range it.Parts() {
			if it.Type != "message" || p.Kind != state.PartText {
				continue
			}
			if bytes += p.TextBuffer().Len(); bytes > maxCounted {
				return ""
			}
			runes += utf8.RuneCountInString(p.Text())
		}
	}
	switch length {
	case strconv.Itoa(runes):
		return " characters"
	case strconv.Itoa(bytes):
		return " bytes"
	}
	return ""
}

// compressed returns how much of the input remained.
func compressed(s wire.Stage) string {
	before, _ := strconv.Atoi(s.Before)
	after, _ := strconv.Atoi(s.After)
	switch {
	case s.Before == s.After:
		return "all " + figure(s.Before) + " " + s.Unit + " kept"
	case after > before:
		return figure(s.Before) + " → " + figure(s.After) + " " + s.Unit
	}
	return figure(s.After) + " of " + figure(s.Before) + " " + s.Unit + " kept"
}

// figure writes a received count with separators, and what is no integer as received.
func figure(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		return figures.Thousands(n)
	}
	return word
}

// panelOf counts the models of a fusion item's panel that answered, and those
// that failed; what still runs is neither.
func panelOf(it *state.Item) (answered, failed int) {
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

// panelOutcome returns how many panel models answered, for a fusion's stage: its summary was
// written before they did. Empty if all answered, and for another stage.
func panelOutcome(s wire.Stage, x *state.Exchange) string {
	if s.Name != "fusion" || x.Running() {
		return ""
	}
	for _, it := range x.Items {
		if answered, failed := panelOf(it); failed > 0 {
			return ofPanel(answered, failed) + " answered"
		}
	}
	return ""
}

// ofPanel writes how many panel models answered: 2 of 3.
func ofPanel(answered, failed int) string {
	return figures.Thousands(answered) + " of " + figures.Thousands(answered+failed)
}

// OfAnswer reports whether a stage works on what the model wrote, after the
// attempts, and not on the request. Of other stages it is not known when they ran.
func OfAnswer(s wire.Stage) bool { return s.Type == "response_healing" }

// StageGaps returns what a stage's data leaves open; empty for nothing.
func StageGaps(s wire.Stage, x *state.Exchange) string {
	n := dropped(s)
	switch {
	case n == 0 && s.Improved == "true":
		return "The response contains only the repaired text, not what the model wrote."
	case n == 0:
		return ""
	}
	words := figures.Thousands(n) + " dropped"
	if s.Engine == "middle-out" {
		words += " from the middle"
	}
	if strings.TrimSpace(s.Summary) == "" { // in whatever words, it may say why
		words += "; the service does not say why"
	}
	switch {
	case !x.Known.Request && len(Upstream(x.Debug, nil)) > 0:
		return words + ". Which ones is unknown without the request as sent; the Request tab shows what was forwarded."
	case !x.Known.Request:
		return words + ". Which ones is unknown: neither the request as sent nor the forwarded one was saved."
	case EchoesUpstream(x.Request):
		return words + ". The Request tab compares the request as sent with the forwarded one."
	case x.Stream:
		return words + ". Which ones is not reported; with debug.echo_upstream_body the Request tab would show them."
	}
	return words + ". Which ones is not reported; a stream with debug.echo_upstream_body would show them on the Request tab."
}
