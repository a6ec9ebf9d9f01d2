package state

import (
	"strings"
	"testing"

	"gatehouse/state/frames"
)

// TestADeepTerminalEventEndsTheStream: what nests too deep to be read is left
// out, and said, and the rest counts.
func TestADeepTerminalEventEndsTheStream(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	x := fold(t, `{"type":"response.created","sequence_number":0,"response":{"id":"r","status":"in_progress"}}`,
		`{"type":"response.completed","sequence_number":1,"response":{"id":"r","status":"completed","model":"m","output":[],"deep":`+deep+`}}`, "[DONE]")
	if x.Verdict != Completed || x.Model != "m" || !x.Deep || string(x.Response) != `{"id":"r","status":"completed","model":"m","output":[]}` {
		t.Errorf("%s, model %q, response %.80s", x.Verdict, x.Model, x.Response)
	}
	if got := codes(x); got != WarnUndecodable || x.FrameList.Marks(1) != frames.Undecodable {
		t.Errorf("warnings %s", got)
	}
}
