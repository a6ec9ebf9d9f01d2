package state

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// stream makes the arrivals of an event stream: one frame each millisecond
// from 100 ms on. A datum that begins with "torn:" is the torn tail, one that
// begins with ":" a comment.
func stream(data ...string) []wire.Arrival {
	arrivals := []wire.Arrival{headOf(200, "text/event-stream", true)}
	for i, d := range data {
		arrivals = append(arrivals, frameOf(d, int64(100_000+1000*i)))
	}
	return arrivals
}

func headOf(status int, media string, streamed bool) wire.Arrival {
	return wire.Arrival{Kind: wire.ArrivedHead, Stream: streamed, Head: &wire.Head{
		Status: status, Header: http.Header{"Content-Type": {media}}, AtUS: 90_000,
	}}
}

func frameOf(data string, at int64) wire.Arrival {
	f := wire.Frame{Kind: wire.FrameEvent, Data: []byte(data), AtUS: at}
	if rest, ok := strings.CutPrefix(data, "torn:"); ok {
		f.Kind, f.Data = wire.FrameTorn, []byte(rest)
	} else if rest, ok := strings.CutPrefix(data, ":"); ok {
		return wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameComment, Data: []byte(rest), AtUS: at}}
	}
	e, err := read.Event(f.Data)
	return wire.Arrival{Kind: wire.ArrivedFrame, Frame: f, Event: e, Decoded: err == nil}
}

func endOf(cause wire.EndCause, body string) wire.Arrival {
	t := wire.NoTiming()
	t.FirstByte, t.End = 90_000, 500_000
	return wire.Arrival{
		Kind: wire.ArrivedEnd, Timing: new(t), Body: []byte(body),
		End: &wire.End{Cause: cause, AtUS: 500_000, Message: words(cause)},
	}
}

func words(cause wire.EndCause) string {
	if cause == wire.EndClean {
		return ""
	}
	return "the transport says " + string(cause)
}

const streamRequest = `{"model":"sim/writer","stream":true,"input":"hi"}`

// fold folds a stream that ends cleanly.
func fold(t *testing.T, data ...string) *Exchange {
	t.Helper()
	return foldEnd(t, wire.EndClean, data...)
}

func foldEnd(t *testing.T, cause wire.EndCause, data ...string) *Exchange {
	t.Helper()
	x := NewExchange("x1", []byte(streamRequest))
	x.Apply(stream(data...)...)
	x.Apply(endOf(cause, ""))
	return x
}

// answer folds an answer that is no stream.
func answer(t *testing.T, status int, media, body string, cause wire.EndCause) *Exchange {
	t.Helper()
	x := NewExchange("x1", []byte(`{"model":"sim/writer"}`))
	x.Apply(headOf(status, media, false), endOf(cause, body))
	return x
}

func delta(index int, id, text string) string {
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":%d,"item_id":%q,"content_index":0,"delta":%q}`, index, id, text)
}

func codes(x *Exchange) string {
	var out []string
	for _, w := range x.Warnings {
		out = append(out, w.Code)
	}
	return strings.Join(out, " ")
}

func want(t *testing.T, what, got, wanted any) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}
