// Package sse cuts a body that grows into the frames of an event stream, exactly as the HTML
// standard does
// (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation),
// and into the two that the standard drops: comments and the torn tail. It also cuts streams
// of JSON values: see Framing.
//
// Frames depend on the bytes alone, never on how they were split into reads.
package sse

import (
	"bytes"
	"fmt"
	"math"

	"gatehouse/client/wire"
)

// DefaultMaxLine is the cap on one line in bytes when no other is given: 64 MiB.
const DefaultMaxLine = 64 << 20

// LineCapError is the error of a line, or of one event's lines together, that
// grew beyond the cap.
type LineCapError struct {
	Cap    int64 // bytes
	Offset int64 // where the line or event begins in the body
}

func (e *LineCapError) Error() string {
	size := fmt.Sprintf("%d bytes", e.Cap)
	if e.Cap >= 1<<20 && e.Cap%(1<<20) == 0 {
		size = fmt.Sprintf("%d MiB", e.Cap>>20)
	}
	return fmt.Sprintf("the line that begins at byte %d is longer than the limit of %s; the rest was not read, what arrived is stored", e.Offset, size)
}

// Cutter cuts one body into frames: call Feed when the body has grown, then Next until
// there are none. Each byte is read once, however often Feed is called. It is not safe for
// concurrent use.
type Cutter struct {
	body  *wire.Body
	max   int64
	names wire.Intern

	to, at int64 // how far the body may be read, and the stamp of its last chunk
	ended  bool
	begun  bool // the byte order mark was skipped, or there is none
	torn   bool // the tail was returned
	err    error

	lines lines
	open  open
	bare  *bare // instead of both, of a body that is no event stream
}

// New returns a cutter of body. A line longer than maxLine bytes is an error after the chunk
// in which it exceeds the cap; 0 for no cap.
func New(body *wire.Body, maxLine int64) *Cutter {
	if maxLine <= 0 {
		maxLine = math.MaxInt64
	}
	return &Cutter{body: body, max: maxLine, lines: lines{body: body}, open: open{start: wire.None}}
}

// SetFraming sets how the body is cut, before the first Next; as Events by default.
func (c *Cutter) SetFraming(f Framing) {
	if f != Events {
		c.bare = &bare{lines: lines{body: c.body}, elements: f == Elements, start: wire.None}
	}
}

// Feed reports that the body has arrived up to offset to, the last of it atUS microseconds
// after the start.
func (c *Cutter) Feed(to, atUS int64) { c.to, c.at = to, atUS }

// End reports that the body is complete: Next then returns the torn tail, if there is one.
func (c *Cutter) End() { c.ended = true }

// UnreadFrom returns the offset of the first byte of the body that has yet to be read, or
// read again: that of the open frame.
func (c *Cutter) UnreadFrom() int64 {
	if c.bare != nil {
		return c.bare.begin()
	}
	return c.open.begin(c.lines.start)
}

// Err returns the *LineCapError that stopped Next, or nil.
func (c *Cutter) Err() error { return c.err }

// Next returns the next complete frame; ok is false if more bytes are needed, the stream is
// over, or a line exceeds the cap (see Err). The frame's data shares the body's bytes if
// they are contiguous.
func (c *Cutter) Next() (frame wire.Frame, ok bool) {
	if c.err != nil && !c.ended || !c.skipBOM() {
		return wire.Frame{}, false
	}
	if c.bare != nil {
		return c.nextBare()
	}
	for {
		line, start, ok := c.lines.next(c.to, c.ended)
		if !ok {
			break
		}
		if frame, ok := c.readLine(line, start); ok {
			frame.BOM = afterBOM(c.body, frame.Offset)
			return frame, true
		}
	}
	if c.ended {
		return c.tail()
	}
	if begin := c.open.begin(c.lines.start); c.to-begin > c.max {
		c.err = &LineCapError{Cap: c.max, Offset: begin}
	}
	return wire.Frame{}, false
}

const bom = "\xEF\xBB\xBF"

// afterBOM reports whether a frame at an offset directly follows the body's byte order mark.
func afterBOM(body *wire.Body, offset int64) bool {
	return offset == int64(len(bom)) && string(body.Bytes(0, offset)) == bom
}

// skipBOM skips a byte order mark at the start. It reports false while the bytes so far
// could be the beginning of one.
func (c *Cutter) skipBOM() bool {
	if c.begun {
		return true
	}
	head := c.body.Bytes(0, min(c.to, int64(len(bom))))
	if len(head) < len(bom) && !c.ended && bytes.HasPrefix([]byte(bom), head) {
		return false
	}
	if string(head) == bom {
		c.lines.skip(int64(len(bom)))
		if c.bare != nil {
			c.bare.skip(int64(len(bom)))
		}
	}
	c.begun = true
	return true
}

// readLine reads one line, without its end. It returns the frame that the line completes.
func (c *Cutter) readLine(line []byte, start int64) (frame wire.Frame, ok bool) {
	switch {
	case len(line) == 0:
		if c.open.start == wire.None {
			return wire.Frame{}, false
		}
		kind := wire.FrameFields
		if c.open.lines > 0 {
			kind = wire.FrameEvent
		}
		return c.dispatch(kind), true
	case line[0] == ':':
		return wire.Frame{
			Kind: wire.FrameComment, Data: value(line, 0),
			Offset: start, Length: c.lines.pos - start, AtUS: c.at,
		}, true
	}
	c.open.field(line, start, &c.names)
	return wire.Frame{}, false
}

// dispatch returns the open frame, which ends before the next line.
func (c *Cutter) dispatch(kind wire.FrameKind) wire.Frame {
	if c.open.lines > 0 {
		c.open.join(c.body, c.open.start, c.lines.pos)
	}
	f := c.open.Frame
	f.Kind, f.Offset, f.Length, f.AtUS = kind, c.open.start, c.lines.pos-c.open.start, c.at
	c.open = open{start: wire.None}
	return f
}

// tail returns the end of the body that no empty line closes. Its data are the data lines,
// the unfinished one included; its bytes if there is none.
func (c *Cutter) tail() (frame wire.Frame, ok bool) {
	begin := c.open.begin(c.lines.start)
	if c.torn || begin >= c.to {
		return wire.Frame{}, false
	}
	c.torn = true
	if line := c.body.Bytes(c.lines.start, c.to); len(line) > 0 && line[0] != ':' {
		c.open.field(line, c.lines.start, &c.names)
	}
	if c.open.lines == 0 {
		c.open.Data = c.body.Bytes(begin, c.to)
	}
	c.open.start, c.lines.pos = begin, c.to
	frame = c.dispatch(wire.FrameTorn)
	frame.BOM = afterBOM(c.body, frame.Offset)
	return frame, true
}
