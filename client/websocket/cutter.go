package websocket

import (
	"iter"

	"gatehouse/client/wire"
)

// Cutter cuts a recorded body into messages and control frames; see package sse for its use.
// Bytes that are no frames are one torn frame at the end.
type Cutter struct {
	body   *wire.Body
	to, at int64
	pos    int64 // after the last frame that was read
	ended  bool
	broken bool // no frame begins at pos

	sides [2]span // of the server and the client
}

// span is the place of a message; it is open until its last frame has arrived.
type span struct {
	open       bool
	start, end int64
	head       uint8
}

// New returns a cutter of a recorded body.
func New(body *wire.Body) *Cutter { return &Cutter{body: body} }

// Feed reports that the body has arrived up to offset to, the last of it atUS microseconds
// after the start.
func (c *Cutter) Feed(to, atUS int64) { c.to, c.at = to, atUS }

// End reports that the body is complete.
func (c *Cutter) End() { c.ended = true }

// Err returns nil: a recorded body is bounded.
func (c *Cutter) Err() error { return nil }

// UnreadFrom returns the offset of the first byte that has yet to be read, or read again.
func (c *Cutter) UnreadFrom() int64 {
	from := c.pos
	for i := range c.sides {
		if s := &c.sides[i]; s.open {
			from = min(from, s.start)
		}
	}
	return from
}

// Next returns the next complete message or control frame.
func (c *Cutter) Next() (frame wire.Frame, ok bool) {
	for !c.broken {
		h, end, ok := headerAt(c.body, c.pos, c.to)
		if !ok {
			break
		}
		if h.reserved || h.Compressed || !h.Opcode.known() {
			c.broken = true
			break
		}
		start := c.pos
		c.pos = end
		if h.Opcode.IsControl() {
			return c.frame(wire.FrameRef{Kind: wire.FrameControl, Offset: start, Head: uint8(h.size)}, end), true
		}
		s := &c.sides[side(h.FromClient)]
		if !s.open {
			*s = span{open: true, start: start, head: uint8(h.size)}
		}
		if s.end = end; !h.Fin {
			continue
		}
		s.open = false
		kind := wire.FrameEvent
		if h.FromClient {
			kind = wire.FrameSent
		}
		return c.frame(wire.FrameRef{Kind: kind, Offset: s.start, Head: s.head}, end), true
	}
	if c.ended {
		return c.torn()
	}
	return wire.Frame{}, false
}

// torn returns the next incomplete message, then the bytes that are no frame.
func (c *Cutter) torn() (frame wire.Frame, ok bool) {
	for i := range c.sides {
		if s := &c.sides[i]; s.open {
			s.open = false
			return c.frame(wire.FrameRef{Kind: wire.FrameTorn, Offset: s.start, Head: s.head}, s.end), true
		}
	}
	if c.pos >= c.to {
		return wire.Frame{}, false
	}
	from := c.pos
	c.pos, c.broken = c.to, true
	return c.frame(wire.FrameRef{Kind: wire.FrameTorn, Offset: from}, c.to), true
}

func (c *Cutter) frame(ref wire.FrameRef, end int64) wire.Frame {
	ref.AtUS = c.at
	return At(c.body, ref, end)
}

// At cuts a frame that ends at an offset again from its place.
func At(body *wire.Body, ref wire.FrameRef, end int64) wire.Frame {
	f := wire.Frame{Kind: ref.Kind, Offset: ref.Offset, Length: end - ref.Offset, AtUS: ref.AtUS, Head: ref.Head}
	first, firstEnd, ok := headerAt(body, ref.Offset, end)
	switch {
	case !ok || ref.Head == 0:
		f.Data = body.Bytes(ref.Shown(), end)
		return f
	case firstEnd == end:
		f.Data = body.Bytes(ref.Shown(), end)
	default:
		f.Data = joined(body, ref.Offset, end, first.FromClient)
	}
	switch ref.Kind {
	case wire.FrameControl:
		f.Event = nameOf(first.Opcode, first.FromClient)
	case wire.FrameSent:
		f.Event = nameOf(Text, true)
	}
	return f
}

// joined returns the data of a message of several frames of one side.
func joined(body *wire.Body, from, to int64, client bool) []byte {
	data := []byte{}
	for from < to {
		h, end, ok := headerAt(body, from, to)
		if !ok {
			break
		}
		if h.FromClient == client && !h.Opcode.IsControl() {
			data = append(data, body.Bytes(from+int64(h.size), end)...)
		}
		from = end
	}
	return data
}

// headerAt reads the header of the frame at an offset, and where the frame ends; ok is false
// if it is not complete before to.
func headerAt(body *wire.Body, at, to int64) (h header, end int64, ok bool) {
	if h, ok = parseHeader(body.Bytes(at, min(at+maxHeader, to))); !ok {
		return h, 0, false
	}
	left := to - at - int64(h.size)
	if left < 0 || h.length > uint64(left) {
		return h, 0, false
	}
	return h, at + int64(h.size) + int64(h.length), true
}

func side(client bool) int {
	if client {
		return 1
	}
	return 0
}

// nameOf returns the name of a control frame or a message.
func nameOf(o Opcode, client bool) string {
	name := "message"
	switch o {
	case Ping:
		name = "ping"
	case Pong:
		name = "pong"
	case Close:
		name = "close"
	}
	if client {
		return "client " + name
	}
	return name
}

// First reads the first frame of recorded bytes: its payload begins at from, and the next
// frame at end. ok is false if there is none.
func First(b []byte) (f Frame, from, end int, ok bool) {
	h, ok := parseHeader(b)
	if !ok || h.reserved || !h.Opcode.known() || h.length > uint64(len(b)-h.size) {
		return f, 0, 0, false
	}
	end = h.size + int(h.length)
	h.Payload = b[h.size:end]
	return h.Frame, h.size, end, true
}

// Stamped is a frame of a recorded body and when it was complete.
type Stamped struct {
	Frame
	AtUS int64
}

// Frames yields the frames of a recorded body up to the first bytes that are none.
func Frames(body *wire.Body) iter.Seq[Stamped] {
	return func(yield func(Stamped) bool) {
		chunks, at := body.Chunks(), int64(0)
		for {
			h, end, ok := headerAt(body, at, body.Len())
			if !ok || h.reserved || !h.Opcode.known() {
				return
			}
			for len(chunks) > 1 && chunks[0].End < end {
				chunks = chunks[1:]
			}
			f := h.Frame
			f.Payload = body.Bytes(at+int64(h.size), end)
			if !yield(Stamped{f, chunks[0].AtUS}) {
				return
			}
			at = end
		}
	}
}
