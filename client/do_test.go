package client

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"gatehouse/client/wire"
)

// collector is a sink that keeps everything.
type collector struct {
	capture  *wire.Capture
	arrivals []wire.Arrival
}

func (c *collector) Start(w *wire.Capture) { c.capture = w }
func (c *collector) Arrive(a wire.Arrival) { c.arrivals = append(c.arrivals, a) }

func TestDoSmoke(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Write([]byte("data: {\"type\":\"response.output_text.delta\",\"delta\":\"hi\"}\n\ndata: [DONE]\n\n"))
	}))
	defer server.Close()
	c := New(WithBaseURL(server.URL+"/"), WithKey("sk-secret-123"))
	var got collector
	w := c.Do(context.Background(), Call{Path: "/responses", Body: []byte(`{}`), Stream: true}, &got)
	if w.End.Cause != wire.EndClean || len(got.arrivals) != 4 || got.arrivals[1].Event.Delta != "hi" {
		t.Fatalf("%+v %+v", w.End, got.arrivals)
	}
}
