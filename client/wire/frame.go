package wire

import (
	"math"
	"sync"
)

// FrameKind is what a frame consists of.
type FrameKind uint8

// The kinds of frames.
const (
	FrameEvent   FrameKind = iota // lines ended by an empty line, at least one of them data
	FrameComment                  // one comment line; inside an event it is within that event's extent
	FrameTorn                     // the end of the body, without an empty line
	FrameFields                   // only event, id or retry lines: nothing is dispatched
	FrameControl                  // a ping, pong or close of a WebSocket, of either side; Event names it
	FrameSent                     // a message of the client on a WebSocket, after the one that is the request
)

// HasData reports whether a frame may hold an event.
func (k FrameKind) HasData() bool { return k == FrameEvent || k == FrameTorn }

// Frame is one unit of an event stream, as the HTML standard cuts it
// (https://html.spec.whatwg.org/multipage/server-sent-events.html), and the
// two that the standard drops: comments and the torn tail. Of a WebSocket it is a
// message or a control frame, see client/websocket.
type Frame struct {
	Kind     FrameKind
	HasEvent bool
	HasID    bool
	HasRetry bool
	BOM      bool   // the body's byte order mark is before it
	Bare     bool   // it is its data: a line, or an element of an array, of a body that is no event stream
	Head     uint8  // bytes of the header in front of its data: 0 in an event stream
	Event    string // value of the event line
	ID       string // value of the frame's id line
	RetryMS  int64  // value of the frame's retry line, milliseconds
	Data     []byte // data lines joined by LF, or the comment's text; the bytes of a torn frame without data lines; shared, not to be written to
	Offset   int64  // of the frame's first byte in the body
	Length   int64  // with its line ends and the empty line, in bytes
	AtUS     int64  // arrival of the chunk that completed it
}

// Ref returns the frame's place for an index of the body. A length beyond four bytes is the
// largest they can hold.
func (f *Frame) Ref() FrameRef {
	return FrameRef{Offset: f.Offset, AtUS: f.AtUS, Length: uint32(min(f.Length, math.MaxUint32)), Kind: f.Kind, Bare: f.Bare, Head: f.Head}
}

// FrameRef is a frame's place in the body: 24 bytes, so that the index of a million frames
// takes 24 MB.
type FrameRef struct {
	Offset int64
	AtUS   int64
	Length uint32
	Kind   FrameKind
	Bare   bool  // see Frame
	Head   uint8 // see Frame
}

// End returns the offset after the frame.
func (r FrameRef) End() int64 { return r.Offset + int64(r.Length) }

// Shown returns the offset of the first byte of the frame that is text.
func (r FrameRef) Shown() int64 { return r.Offset + int64(r.Head) }

// Index lists the frames of a body in wire order. One goroutine appends, any
// number may read. The zero value is empty.
type Index struct {
	mu   sync.RWMutex
	refs []FrameRef
}

// Append adds the next frame.
func (x *Index) Append(f FrameRef) {
	x.mu.Lock()
	x.refs = append(x.refs, f)
	x.mu.Unlock()
}

// All returns the frames so far. The slice is shared and must not be written
// to.
func (x *Index) All() []FrameRef {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.refs[:len(x.refs):len(x.refs)]
}
