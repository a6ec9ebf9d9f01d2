package capture

import (
	"gatehouse/client/sse"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// Cutter cuts a body that grows into frames, that of an event stream (client/sse) or of a
// WebSocket (client/websocket): call Feed when the body has grown, then Next until there
// are none. It is not safe for concurrent use.
type Cutter interface {
	Feed(to, atUS int64)               // the body has arrived up to an offset, the last of it at that time
	End()                              // the body is complete
	Next() (frame wire.Frame, ok bool) // the next frame that is complete
	UnreadFrom() int64                 // the first byte that is still to be read, or to be read again
	Err() error                        // why Next stopped before the end of the body; nil: it did not
}

// NewCutter returns a cutter of the body that follows a head, which may be nil. A line of an
// event stream longer than maxLine bytes is an error; 0 stands for no cap.
func NewCutter(head *wire.Head, body *wire.Body, maxLine int64) Cutter {
	if head.IsSocket() {
		return websocket.New(body)
	}
	return sse.New(body, maxLine)
}

// FrameAt cuts a frame again from its place in the body.
func FrameAt(body *wire.Body, ref wire.FrameRef) wire.Frame {
	if ref.Head > 0 {
		return websocket.At(body, ref, ref.End())
	}
	return sse.At(body, ref)
}
