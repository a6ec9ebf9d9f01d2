package client_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// TestTinyFramesAreReadUpToABound: the rest of the answer is received, and the end says that it was not read.
func TestTinyFramesAreReadUpToABound(t *testing.T) {
	c := &wire.Capture{Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}, End: &wire.End{Cause: wire.EndClean}}
	body := []byte(strings.Repeat("data:{}\n\n", 1_000_100))
	c.Body.Append(body, 1)
	frames := 0
	var end *wire.End
	for a := range client.Replay(c) {
		switch a.Kind {
		case wire.ArrivedFrame:
			frames++
		case wire.ArrivedEnd:
			end = a.End
		}
	}
	if frames != 1_000_000 || end == nil || end.Cause != wire.EndUnread || !strings.Contains(end.Message, "its last 900 bytes were not read") {
		t.Errorf("%d frames, %+v", frames, end)
	}
	if c.Text().Len() != int64(len(body)) {
		t.Errorf("%d bytes are stored", c.Text().Len())
	}
}
