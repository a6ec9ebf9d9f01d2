package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// answering starts a server whose every answer handle writes; it returns its
// base address.
func answering(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// net/http notices a client that goes away only once the body was read.
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		handle(w, r)
	}))
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

// saying starts a server that answers with these bytes of an event stream.
func saying(t *testing.T, stream string) string {
	t.Helper()
	return answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, stream)
	})
}

// nowhere is an address on which nobody listens.
func nowhere(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return "http://" + ln.Addr().String()
}

// event writes a frame of a stream.
func event(kind, members string) string {
	return fmt.Sprintf("event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, members)
}

// message is a stream of one message made of these deltas, given as JSON
// strings.
func message(deltas ...string) string {
	var b strings.Builder
	b.WriteString(event("response.created", `,"response":{"id":"r","status":"in_progress"}`))
	b.WriteString(event("response.output_item.added", `,"output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[]}`))
	for _, d := range deltas {
		b.WriteString(event("response.output_text.delta", `,"output_index":0,"content_index":0,"item_id":"m","delta":`+d))
	}
	return b.String()
}

const completed = "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"model\":\"m/x\",\"status\":\"completed\"}}\n\ndata: [DONE]\n\n"
