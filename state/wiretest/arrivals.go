// Package wiretest makes arrivals for tests: the events of a stream, its head and its
// end, each by hand or drawn at random. Only tests import it.
package wiretest

import (
	"net/http"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// Stream makes the arrivals of an event stream: one frame each millisecond
// from 100 ms on. A datum that begins with "torn:" is the torn tail, one that
// begins with "sent:" a message of the caller on a WebSocket, one that begins with ":" a comment.
func Stream(data ...string) []wire.Arrival {
	arrivals := []wire.Arrival{Head(200, "text/event-stream", true)}
	for i, d := range data {
		arrivals = append(arrivals, Frame(d, int64(100_000+1000*i)))
	}
	return arrivals
}

// Head makes the arrival of a head, 90 ms after the start of the request.
func Head(status int, media string, streamed bool) wire.Arrival {
	return wire.Arrival{Kind: wire.ArrivedHead, Stream: streamed, Head: &wire.Head{
		Status: status, Header: http.Header{"Content-Type": {media}}, AtUS: 90_000,
	}}
}

// Frame makes the arrival of a frame, decoded where its data is an event; see Stream.
// at is in microseconds after the start of the request.
func Frame(data string, at int64) wire.Arrival {
	f := wire.Frame{Kind: wire.FrameEvent, Data: []byte(data), AtUS: at}
	if rest, ok := strings.CutPrefix(data, "torn:"); ok {
		f.Kind, f.Data = wire.FrameTorn, []byte(rest)
	} else if rest, ok := strings.CutPrefix(data, "sent:"); ok {
		f.Kind, f.Data = wire.FrameSent, []byte(rest)
	} else if rest, ok := strings.CutPrefix(data, ":"); ok {
		return wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameComment, Data: []byte(rest), AtUS: at}}
	}
	e, err := read.Event(f.Data)
	return wire.Arrival{Kind: wire.ArrivedFrame, Frame: f, Event: e, Decoded: err == nil}
}

// End makes the arrival of the end, 500 ms after the start of the request, with the
// body of an answer that is no stream.
func End(cause wire.EndCause, body string) wire.Arrival {
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

// StreamRequest is a request for a stream.
const StreamRequest = `{"model":"sim/writer","stream":true,"input":"hi"}`
