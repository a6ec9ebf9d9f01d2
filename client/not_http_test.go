package client_test

import (
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// TestAnswerThatIsNotHTTP arrived over a connection: to report none would be untrue. The error
// quotes the line that arrived.
func TestAnswerThatIsNotHTTP(t *testing.T) {
	for name, c := range map[string]struct{ came, words string }{
		"another service": {"SSH-2.0-OpenSSH_9.6\r\n\r\n", "SSH-2.0-OpenSSH_9.6"},
		"a bad status":    {"HTTP/1.1 abc OK\r\n\r\n", "abc"},
		"a bad version":   {"HTTP/x.y 200 OK\r\n\r\n", "HTTP/x.y"},
		"a bad header":    {"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n{}", "no colon here"},
		"a long line":     {strings.Repeat("x", 1<<20) + "\r\n\r\n", "xxx"},
	} {
		capture, _ := exchange(t, raw(c.came), client.Call{})
		if capture.Head != nil || capture.End.Cause != wire.EndNotHTTP || !strings.Contains(capture.End.Message, c.words) || len(capture.End.Message) > 2<<10 {
			t.Errorf("%s: %s %.200s", name, capture.End.Cause, capture.End.Message)
		}
	}
	capture, _ := exchange(t, raw(), client.Call{})
	if capture.End.Cause != wire.EndConnect {
		t.Errorf("nothing at all: %+v", capture.End)
	}
}
