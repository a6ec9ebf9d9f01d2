package websocket

import (
	"iter"

	"gatehouse/client/wire"
)

// Cutter cuts the messages and control frames out of a recorded body; see package sse for
// its use. What cannot be read as frames is one torn frame at the end.
type Cutter struct {
	body   *wire.Body
	to, at int64
	pos    int64 // behind the last frame that was read
	ended  bool
	broken bool // no frame begins at pos

	sides [2]span // what the server, and the client, have begun
}

// span is a message whose last frame has not come.
type span struct {
	open       bool
	start, end int64
	head       uint8
}

// New returns a cutter of a recorded body.
func New(body *wire.Body) *Cutter { return &Cutter{body: body} }

// Feed says that the body has arrived up to an offset.
func (c *Cutter) Feed(to, atUS int64) { c.to, c.at = to, atUS }

// End says that nothing more will come.
func (c *Cutter) End() { c.ended = true }

// Err is always nil: what was recorded is bounded.
func (c *Cutter) Err() error { return nil }

// UnreadFrom is the offset of the first byte that is still to be read, or to be read again.
func (c *Cutter) UnreadFrom() int64 {
	from := c.pos
	for i := range c.sides {
		if s := &c.sides[i]; s.open {
			from = min(from, s.start)
		}
	}
	return from
}

// Next returns the next message or control frame that is whole.
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

// torn returns what is not whole.
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

// joined is the data of a message of several frames of one side.
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
// where it is not whole before to.
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

// nameOf is what a control frame, or a message of the client, is called.
func nameOf(o Opcode, client bool) string {
	name := map[Opcode]string{Ping: "ping", Pong: "pong", Close: "close"}[o]
	if name == "" {
		name = "message"
	}
	if client {
		return "client " + name
	}
	return name
}

// First reads the first frame of recorded bytes: its payload begins at from, and the next
// frame at end. ok is false where there is none.
func First(b []byte) (f Frame, from, end int, ok bool) {
	h, ok := parseHeader(b)
	if !ok || h.reserved || !h.Opcode.known() || h.length > uint64(len(b)-h.size) {
		return f, 0, 0, false
	}
	end = h.size + int(h.length)
	h.Payload = b[h.size:end]
	return h.Frame, h.size, end, true
}

// Stamped is a frame of a recorded body and when it was whole.
type Stamped struct {
	Frame
	AtUS int64
}

// Frames are the frames of a recorded body, in their order. What is none ends them.
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
