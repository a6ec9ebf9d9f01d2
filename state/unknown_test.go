package state_test

import (
	"net/http"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestVerdictsOfWhatAFileHolds: without the answer there is none, unless the status shows it;
// without the status the body does.
func TestVerdictsOfWhatAFileHolds(t *testing.T) {
	const completed = `{"status":"completed","output":[]}`
	for name, c := range map[string]struct {
		head    *wire.Head
		lacks   wire.Lacks
		body    string
		verdict state.Verdict
	}{
		"no body of a success":       {&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, wire.Lacks{Answer: true}, "", state.Unknown},
		"no body of an error":        {&wire.Head{Status: 503, Header: http.Header{}}, wire.Lacks{Answer: true}, "", state.Failed},
		"no head either":             {nil, wire.Lacks{Answer: true}, "", state.Unknown},
		"it is known that none came": {nil, wire.Lacks{}, "", state.Failed},
		"no status":                  {&wire.Head{}, wire.Lacks{}, completed, state.Completed},
		"no status, an error":        {&wire.Head{}, wire.Lacks{}, `{"error":{"message":"no"}}`, state.Failed},
		"no status, cut off":         {&wire.Head{}, wire.Lacks{}, completed[:20], state.Truncated},
		"an empty body":              {&wire.Head{Status: 200, Header: http.Header{}}, wire.Lacks{}, "", state.Truncated},
		"no request":                 {&wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}, wire.Lacks{Request: true}, completed, state.Completed},
	} {
		cause := wire.EndClean
		if c.head == nil {
			cause = wire.EndUnknown
		}
		capture := &wire.Capture{ID: "x", Sent: wire.Sent{Method: "POST"}, Head: c.head, Lacks: c.lacks, Timing: wire.NoTiming(), End: &wire.End{Cause: cause, Message: "why", AtUS: -1}}
		capture.Body.Append([]byte(c.body), -1)
		x := state.FromCapture(state.Responses, capture)
		for a := range client.Replay(capture) {
			x.Apply(a)
		}
		if x.Verdict != c.verdict || x.Known.Answer == c.lacks.Answer || x.Known.Request == c.lacks.Request || x.Known.Times {
			t.Errorf("%s: %s, %+v", name, x.Verdict, x.Known)
		}
		if unknown := x.Verdict == state.Unknown; unknown && (x.NoBody || x.Failure != nil) || c.lacks.Request && len(x.Warnings) > 0 {
			t.Errorf("%s: %v, %v, %v", name, x.NoBody, x.Failure, x.Warnings)
		}
	}
}
