// Package guard finds what a guardrail spoke of in the request's own text: the
// words that match its patterns, where they stand, and what was taken out of
// them on the way (API document, "Routing metadata object").
package guard

import (
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Stage is one guardrail of the pipeline.
type Stage struct {
	wire.Stage
	Action   string // data.action: blocked, flagged, redacted, or any other word
	Detected string // data.detected as received; empty for none
	Engines  []string
	Patterns []string
	Reasons  []string // of moderation
	Flagged  string   // the quote from the request, possibly shortened
}

// Stages returns the guardrails of an exchange's pipeline. An error with findings but no
// guardrail in its routing metadata is a stage without a name; moderation reported in the
// error belongs to the stage that blocked the request.
func Stages(x *state.Exchange) []Stage {
	if x == nil {
		return nil
	}
	var list []Stage
	for _, s := range read.Routing(x.Routing).Pipeline {
		if s.Type != "guardrail" {
			continue
		}
		list = append(list, Stage{
			Stage: s, Action: scan.Text(scan.Get(s.Data, "action")), Detected: word(scan.Get(s.Data, "detected")),
			Engines: texts(scan.Get(s.Data, "engines")), Patterns: texts(scan.Get(s.Data, "patterns")),
			Reasons: texts(scan.Get(s.Data, "reasons")), Flagged: scan.Text(scan.Get(s.Data, "flagged_input")),
		})
	}
	f := x.Failure
	if f == nil || !f.Guardrail {
		return list
	}
	if len(list) == 0 {
		s := Stage{Action: "blocked", Patterns: f.Patterns}
		s.Summary, s.Data = f.Message, f.Metadata
		list = append(list, s)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if s := &list[i]; s.Blocked() {
			if len(s.Reasons) == 0 {
				s.Reasons = f.Reasons
			}
			if s.Flagged == "" {
				s.Flagged = f.Flagged
			}
			break
		}
	}
	return list
}

// word returns a simple value as spelled, a string without its quotes.
func word(v []byte) string {
	if scan.KindOf(v) == scan.String {
		return scan.Text(v)
	}
	return string(v)
}

func texts(array []byte) []string {
	var out []string
	for _, e := range scan.Elements(array) {
		out = append(out, word(e))
	}
	return out
}

// Text is a text in a request.
type Text struct {
	Pointer string // JSON Pointer
	Path    string // the same place as jq writes it: input[2].content[0].text
	Role    string // of its message; empty for instructions and outputs
	Item    int    // of input, from 0; -1 for instructions, and for input that is a string
	Text    string
}

// Texts returns all texts of a request that a guardrail reads: the instructions, and in
// input the messages and the outputs of tools.
func Texts(request []byte) []Text {
	w := walker{}
	w.add("/instructions", "instructions", "", -1, scan.Get(request, "instructions"))
	input := scan.Get(request, "input")
	w.add("/input", "input", "user", -1, input)
	i := 0
	for _, item := range scan.Elements(input) {
		w.item(i, item)
		i++
	}
	return w.list
}

type walker struct{ list []Text }

func (w *walker) add(pointer, path, role string, item int, v []byte) {
	if text := scan.Text(v); text != "" {
		w.list = append(w.list, Text{Pointer: pointer, Path: path, Role: role, Item: item, Text: text})
	}
}

// item adds the texts of one item: its content and its output, each a string or a list of
// parts, and its summary.
func (w *walker) item(i int, item []byte) {
	pointer, path := "/input/"+strconv.Itoa(i), "input["+strconv.Itoa(i)+"]"
	role := scan.Text(scan.Get(item, "role"))
	w.add(pointer, path, role, i, item) // a neighbour's input: a list of strings
	for _, name := range []string{"content", "output", "summary", "arguments", "input"} {
		v := scan.Get(item, name)
		w.add(pointer+"/"+name, path+"."+name, role, i, v)
		n := 0
		for _, part := range scan.Elements(v) {
			at, where := pointer+"/"+name+"/"+strconv.Itoa(n), path+"."+name+"["+strconv.Itoa(n)+"]"
			for _, member := range []string{"text", "refusal"} {
				w.add(at+"/"+member, where+"."+member, role, i, scan.Get(part, member))
			}
			n++
		}
	}
}

// Blocked reports whether a stage stopped the request.
func (s Stage) Blocked() bool { return strings.HasPrefix(s.Action, "block") }

// Stopped reports whether a guardrail blocked the request, of which nothing was forwarded then.
func Stopped(x *state.Exchange) bool { return x != nil && x.Failure != nil && x.Failure.Guardrail }

// Did says what a guardrail's action came to: a redaction came to nothing where the request
// was blocked.
func Did(action string, x *state.Exchange) string {
	if strings.HasPrefix(action, "redact") && Stopped(x) {
		return "matched, nothing forwarded"
	}
	return action
}

// Redacted reports whether a stage removed something from the request.
func (s Stage) Redacted() bool { return strings.HasPrefix(s.Action, "redact") }
