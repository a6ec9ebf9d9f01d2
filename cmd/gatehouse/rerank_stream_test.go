package main

import (
	"io"
	"net/http"
	"testing"
)

// TestAStreamIsNoRanking: a server that answers a rerank request with an event stream, whatever is
// in it, has failed.
func TestAStreamIsNoRanking(t *testing.T) {
	for _, body := range []string{
		"", "data: {\"results\":[]}\n\ndata: [DONE]\n\n", "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}\n\n", "event: x\ndata: torn",
	} {
		base := answering(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, body)
		})
		program(t, "a\nb", "rerank", "-m", "m", "-q", "x", "--base-url", base).wants(t, exitFailed)
	}
}
