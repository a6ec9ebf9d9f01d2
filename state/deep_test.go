package state

import (
	"strings"
	"testing"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestTerminalEventNestedTooDeepEndsTheStream: members that nest too deep are left out
// with a warning; the others count.
func TestTerminalEventNestedTooDeepEndsTheStream(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	x := fold(t, `{"type":"response.created","sequence_number":0,"response":{"id":"r","status":"in_progress"}}`,
		`{"type":"response.completed","sequence_number":1,"response":{"id":"r","status":"completed","model":"m","output":[],"deep":`+deep+`}}`, "[DONE]")
	if x.Verdict != Completed || x.Model != "m" || !x.TooDeep || string(x.Response) != `{"id":"r","status":"completed","model":"m","output":[]}` {
		t.Errorf("%s, model %q, response %.80s", x.Verdict, x.Model, x.Response)
	}
	if got := codes(x); got != WarnUndecodable || x.FrameList.Marks(1) != frames.Undecodable {
		t.Errorf("warnings %s", got)
	}
}

// TestDocumentNestedTooDeepIsReadWithoutItsDepths covers live and saved answers and
// errors.
func TestDocumentNestedTooDeepIsReadWithoutItsDepths(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	response := func(more string) string {
		return `{"object":"response","id":"r","status":"completed","output":[` + wiretest.Message("m", "hi") + `]` + more + `}`
	}
	for name, x := range map[string]*Exchange{
		"live":  answer(t, 200, "application/json", response(`,"x":`+deep), wire.EndClean),
		"saved": NewRecorded(Record{Body: []byte(response(`,"x":` + deep))}),
	} {
		if x.Verdict != Completed || x.Text() != "hi" || !x.TooDeep || string(x.Response) != response(`,"x":{}`) || codes(x) != WarnUndecodable {
			t.Errorf("%s: %s, %q, response %.80s, warnings %s", name, x.Verdict, x.Text(), x.Response, codes(x))
		}
	}
	failed := `{"error":{"code":500,"message":"boom"},"metadata":` + deep + `}`
	for name, x := range map[string]*Exchange{
		"live": answer(t, 200, "application/json", failed, wire.EndClean), "saved": NewRecorded(Record{Body: []byte(failed)}),
	} {
		if x.Verdict != Failed || x.Failure.Message != "boom" {
			t.Errorf("%s: %s, %+v", name, x.Verdict, x.Failure)
		}
	}
}
