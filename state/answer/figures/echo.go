package figures

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/json/tree"
)

// Verdict is the result of comparing a setting with its echo.
type Verdict uint8

const (
	NotSent  Verdict = iota // not sent, or sent as null: the value is the service's default
	Same                    // echoed as sent
	Unechoed                // sent, and not echoed; no result has to
	Changed                 // echoed with another value
	Null                    // sent, and echoed as null
	Missing                 // sent, and not echoed, though results have it
)

// Wrong reports whether a setting was echoed with another value or not at all.
func (v Verdict) Wrong() bool { return v > Unechoed }

// String names a verdict.
func (v Verdict) String() string {
	return [...]string{"not sent", "same", "not echoed", "changed", "null", "missing"}[min(v, Missing)]
}

// Echo is a setting of a request and its value in the result.
type Echo struct {
	Name    string
	Sent    json.RawMessage // nil when it was not sent
	Echoed  json.RawMessage // nil when the result does not have it
	Verdict Verdict
	Where   string // the first path that differs, relative to Name, as jq writes it; empty for all of it
	Note    string // what the document says about the difference
}

// echoed returns the settings that every result has (API document, "Responses result").
func echoed() []string {
	return []string{
		"instructions", "max_output_tokens", "metadata", "temperature", "top_p", "presence_penalty", "frequency_penalty",
		"tool_choice", "tools", "parallel_tool_calls", "service_tier",
	}
}

// notSettings returns the members of a request, or of a WebSocket message, that are no settings.
func notSettings() []string { return append(wire.MessageMembers(), "model", "input", "stream") }

// EchoesOf compares a request's settings with those in its result: a row for each setting that results
// echo, then for each other that was sent, in the order of the request. Values are compared by meaning. A
// tool, or an optional setting, is the same if all its sent members are echoed, since gateways add the
// others with their defaults. It parses both once and returns nil without a result.
func EchoesOf(request, response []byte) []Echo {
	if scan.KindOf(response) != scan.Object {
		return nil
	}
	names := echoed()
	documented := len(names)
	for m := range scan.Members(request) {
		if !slices.Contains(names, m.Key) && !slices.Contains(notSettings(), m.Key) {
			names = append(names, m.Key)
		}
	}
	sent, echoed := members(request, names), members(response, names)
	out := make([]Echo, len(names))
	for i, name := range names {
		out[i] = echoOf(name, sent[name], echoed[name], i < documented)
	}
	return out
}

// EchoSummary returns how many of the sent settings were echoed; "" if none was sent.
func EchoSummary(rows []Echo) string {
	var same, different, unechoed int
	for _, e := range rows {
		switch e.Verdict {
		case NotSent:
		case Same:
			same++
		case Changed:
			different++
		default:
			unechoed++
		}
	}
	var words []string
	add := func(n int, what string) {
		if n > 0 {
			words = append(words, strconv.Itoa(n)+" "+what)
		}
	}
	if same > 0 && different+unechoed == 0 {
		return "all echoed as sent"
	}
	add(same, "echoed as sent")
	add(different, "echoed differently")
	add(unechoed, "not echoed")
	return strings.Join(words, ", ")
}

// members returns some members of an object; of a repeated one the last.
func members(object []byte, names []string) map[string]json.RawMessage {
	out := make(map[string]json.RawMessage, len(names))
	for _, name := range names {
		out[name] = nil
	}
	for m := range scan.Members(object) {
		if _, wanted := out[m.Key]; wanted {
			out[m.Key] = m.Value
		}
	}
	return out
}

func echoOf(name string, sent, echoed json.RawMessage, documented bool) Echo {
	e := Echo{Name: name, Sent: sent, Echoed: echoed}
	switch {
	case scan.IsNull(sent):
		return e
	case echoed == nil && !documented:
		e.Verdict = Unechoed
		return e
	case echoed == nil:
		e.Verdict = Missing
		return e
	case scan.IsNull(echoed):
		e.Verdict = Null
		return e
	}
	where, same := compare(sent, echoed, name == "tools" || !documented)
	e.Verdict = Same
	if !same {
		e.Verdict, e.Where = Changed, where
	}
	if name == "service_tier" && !same {
		e.noteServiceTier()
	}
	return e
}

// noteServiceTier notes two differences that the document explains: fast is an alias of
// priority, and auto leaves the choice to the service.
func (e *Echo) noteServiceTier() {
	switch scan.Text(e.Sent) {
	case "fast":
		if scan.Text(e.Echoed) == "priority" {
			e.Verdict, e.Note = Same, "fast is an alias of priority"
		}
	case "auto":
		e.Verdict, e.Note = Same, "auto: the service chose"
	}
}

// compare reports whether two JSON values mean the same, else the first path that differs, as
// jq writes it, relative to the value. With subset, objects of b may have more members.
func compare(a, b []byte, subset bool) (where string, same bool) {
	x, errA := tree.New(a)
	y, errB := tree.New(b)
	if errA != nil || errB != nil {
		return "", bytes.Equal(a, b)
	}
	for _, c := range tree.Diff(x, y).Rows {
		var path string
		switch {
		case !c.Differs() || c.Kind == tree.Inside || c.Kind == tree.Added && subset && y.Name(c.B) != nil:
			continue
		case c.Kind == tree.Added:
			path = y.Path(y.Parent(c.B))
		default:
			path = x.Path(c.A)
		}
		switch {
		case path == ".":
			return "", false
		case path[0] != '[':
			path = "." + path
		}
		return path, false
	}
	return "", true
}
