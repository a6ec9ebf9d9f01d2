package lint_test

import (
	"fmt"
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestUsageIsMissingOnlyWhereAnAnswerEnds: a stream that breaks off has lost its usage, and one that is
// not at the top level is reported with its place.
func TestUsageIsMissingOnlyWhereAnAnswerEnds(t *testing.T) {
	const (
		hi    = `{"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`
		stop  = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
		usage = `"usage":{"prompt_tokens":10000,"completion_tokens":1000,"total_tokens":11000}`
		found = "usage-missing"
		at    = "it is in %s, not at the top level"
	)
	for _, c := range []struct {
		name   string
		frames []string // of a stream
		cause  wire.EndCause
		body   string // of an answer that is no stream
		want   string
	}{
		{"broken off", []string{hi}, wire.EndLost, "", ""},
		{"broken off, by a proxy that ends the body", []string{hi}, wire.EndClean, "", ""},
		{"broken off before the usage", []string{hi, stop}, wire.EndLost, "", ""},
		{"without [DONE]", []string{hi, stop}, wire.EndClean, "", found + ": "},
		{"complete", []string{hi, stop, wire.Done}, wire.EndClean, "", found + ": "},
		{"complete, without a finish_reason", []string{hi, wire.Done}, wire.EndClean, "", found + ": "},
		{"in the last choice", []string{hi, stop[:len(stop)-3] + `,` + usage + `}]}`, wire.Done}, wire.EndClean, "", found + ": " + fmt.Sprintf(at, "choices")},
		{"in x_groq", []string{hi, stop[:len(stop)-1] + `,"x_groq":{` + usage + `}}`, wire.Done}, wire.EndClean, "", found + ": " + fmt.Sprintf(at, "x_groq")},
		{"a document", nil, wire.EndClean, `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}`, found + ": "},
		{"a document, in its choice", nil, wire.EndClean, `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop",` + usage + `}]}`, found + ": " + fmt.Sprintf(at, "choices")},
		{"a document, in both", nil, wire.EndClean, `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop",` + usage + `}],` + usage + `}`, ""},
	} {
		x := state.New(state.Chat, "x", []byte(`{"stream":true,"stream_options":{"include_usage":true}}`))
		arrivals := []wire.Arrival{wiretest.Head(200, "application/json", false)}
		if c.body == "" {
			arrivals = wiretest.Stream(slices.Clone(c.frames)...)
		}
		x.Apply(append(arrivals, wiretest.End(c.cause, c.body))...)
		got := ""
		for _, f := range x.Findings() {
			if f.Rule.ID == found {
				got = found + ": " + f.Detail
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
