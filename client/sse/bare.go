package sse

import (
	"bytes"

	"gatehouse/client/wire"
)

// Framing is how a body is cut into frames.
type Framing uint8

// The framings. In the last two a frame is its data and nothing else: see wire.Frame.
const (
	Events   Framing = iota // an event stream
	Lines                   // a JSON value a line
	Elements                // the elements of one JSON array
)

// bare cuts a body that is no event stream.
type bare struct {
	lines
	elements bool
	start    int64 // of the open element; wire.None for none
	depth    int   // of brackets around the next byte
	quoted   bool  // inside a string
	escaped  bool  // after a backslash there
}

// begin returns where the open frame begins.
func (b *bare) begin() int64 {
	switch {
	case !b.elements:
		return b.lines.start
	case b.start == wire.None:
		return b.pos
	}
	return b.start
}

// next returns the place of the next frame that is complete in body[:to].
func (b *bare) next(to int64, ended bool) (from, end int64, ok bool) {
	if b.elements {
		return b.element(to)
	}
	for {
		line, start, ok := b.lines.next(to, ended)
		if !ok || len(bytes.TrimSpace(line)) > 0 {
			return start, b.pos, ok
		}
	}
}

// element returns the place of the next object or list of the array. Any other value in it
// belongs to no frame.
func (b *bare) element(to int64) (from, end int64, ok bool) {
	for b.pos < to {
		for i, c := range b.body.Run(b.pos, to) {
			if !b.read(c) {
				continue
			}
			switch opens := c == '{' || c == '['; {
			case opens && b.depth == 2:
				b.start = b.pos + int64(i)
			case !opens && b.depth == 1 && b.start != wire.None:
				from, b.start, b.pos = b.start, wire.None, b.pos+int64(i)+1
				return from, b.pos, true
			}
		}
		b.pos += int64(len(b.body.Run(b.pos, to)))
	}
	return 0, 0, false
}

// read reads a byte and reports whether it is a bracket outside of strings.
func (b *bare) read(c byte) bool {
	switch {
	case b.escaped:
		b.escaped = false
	case b.quoted:
		b.escaped, b.quoted = c == '\\', c != '"'
	case c == '"':
		b.quoted = true
	case c == '{' || c == '[':
		b.depth++
		return true
	case c == '}' || c == ']':
		b.depth--
		return true
	}
	return false
}

// closed reports whether a text closes all brackets and quotes that it opens.
func closed(text []byte) bool {
	var b bare
	for _, c := range text {
		b.read(c)
	}
	return b.depth == 0 && !b.quoted
}

// bareFrame returns the frame of a part of the body.
func bareFrame(body *wire.Body, from, end, atUS int64) wire.Frame {
	return wire.Frame{Bare: true, Data: bytes.TrimSpace(body.Bytes(from, end)), Offset: from, Length: end - from, AtUS: atUS}
}

// nextBare is Next for a body that is no event stream.
func (c *Cutter) nextBare() (frame wire.Frame, ok bool) {
	if from, end, ok := c.bare.next(c.to, c.ended); ok {
		f := bareFrame(c.body, from, end, c.at)
		f.BOM = afterBOM(c.body, from)
		return f, true
	}
	begin := c.bare.begin()
	if !c.ended {
		if c.to-begin > c.max {
			c.err = &LineCapError{Cap: c.max, Offset: begin}
		}
		return wire.Frame{}, false
	}
	if c.torn || c.bare.elements && c.bare.start == wire.None {
		return wire.Frame{}, false
	}
	c.torn = true
	f := bareFrame(c.body, begin, c.to, c.at)
	if !closed(f.Data) { // the last line needs no end
		f.Kind = wire.FrameTorn
	}
	return f, len(f.Data) > 0
}
