package figures

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Verdict is how a setting came back.
type Verdict uint8

// The verdicts on an echo.
const (
	NotSent Verdict = iota // not asked for, or asked for as null: what came is the service's own
	Same                   // as it was sent
	Changed                // other than it was sent
	Null                   // sent, and null came back
	Missing                // sent, and the result does not have it
)

// Wrong reports whether a setting came back other than it was sent.
func (v Verdict) Wrong() bool { return v > Same }

// String names a verdict.
func (v Verdict) String() string {
	return [...]string{"not sent", "same", "changed", "null", "missing"}[min(v, Missing)]
}

// Echo is a setting of a request, and what the result says of it.
type Echo struct {
	Name    string
	Sent    json.RawMessage // nil when it was not sent
	Echoed  json.RawMessage // nil when the result does not have it
	Verdict Verdict
	Where   string // the first place that differs, below Name, as jq writes it; empty for the whole
	Note    string // what the document says of the difference
}

// echoed are the settings that a result echoes (API document, "Responses
// result").
func echoed() []string {
	return []string{
		"instructions", "max_output_tokens", "metadata", "temperature", "top_p", "presence_penalty", "frequency_penalty",
		"tool_choice", "tools", "parallel_tool_calls", "service_tier",
	}
}

// EchoesOf compares a request's settings with those of its result, one row for
// each setting that results echo. Numbers are compared by value, all else by
// structure. A tool is the same when all that was sent of it came back:
// gateways add strict and description. It reads both once; nil without a
// result.
func EchoesOf(request, response []byte) []Echo {
	if scan.KindOf(response) != scan.Object {
		return nil
	}
	names := echoed()
	sent, came := members(request, names), members(response, names)
	out := make([]Echo, len(names))
	for i, name := range names {
		out[i] = echoOf(name, sent[name], came[name])
	}
	return out
}

// members picks some members of an object; of one that stands twice the last.
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

func echoOf(name string, sent, came json.RawMessage) Echo {
	e := Echo{Name: name, Sent: sent, Echoed: came}
	switch {
	case scan.IsNull(sent):
		return e
	case came == nil:
		e.Verdict = Missing
		return e
	case scan.IsNull(came):
		e.Verdict = Null
		return e
	}
	where, same := compare(sent, came, name == "tools")
	e.Verdict = Same
	if !same {
		e.Verdict, e.Where = Changed, where
	}
	if name == "service_tier" && !same {
		e.tier()
	}
	return e
}

// tier takes the document's word for two differences: fast is an alias of
// priority, and auto leaves the choice to the service.
func (e *Echo) tier() {
	switch scan.Text(e.Sent) {
	case "fast":
		if scan.Text(e.Echoed) == "priority" {
			e.Verdict, e.Note = Same, "fast is an alias of priority"
		}
	case "auto":
		e.Verdict, e.Note = Same, "auto: the service chose"
	}
}
