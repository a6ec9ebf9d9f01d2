package client

import (
	"fmt"
	"iter"

	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// Replay derives the arrivals of a finished capture again: the same that its
// sink got while it ran. The index of its frames, which is not stored with a
// capture, is completed on the way.
func Replay(c *wire.Capture) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		d := newDerivation(c, 0, yield)
		d.head()
		d.advance()
		if c.End != nil {
			d.end()
		}
	}
}

// derivation turns a capture into arrivals. It is told of chunks as they have
// been appended, one at a time or all at once; both give the same.
type derivation struct {
	capture  *wire.Capture
	text     *wire.Body
	yield    func(wire.Arrival) bool
	stopped  bool // yield wanted no more
	live     bool // frames and the first token are new to the capture
	fleeting bool // nothing is kept of what was handed on
	most     int  // how many frames are handed on; 0 for all

	chunks  int   // of text, read so far
	cut     int   // frames, handed on so far
	left    int64 // bytes from the first frame on that is not handed on
	told    bool  // the head has been handed on
	sniffed bool  // stream is certain
	stream  bool
	cutter  *sse.Cutter
	events  read.Decoder
}

func newDerivation(c *wire.Capture, maxLine int64, yield func(wire.Arrival) bool) *derivation {
	return &derivation{capture: c, text: c.Text(), yield: yield, cutter: sse.New(c.Text(), maxLine)}
}

// err returns the cutter's error.
func (d *derivation) err() error { return d.cutter.Err() }

func (d *derivation) emit(a wire.Arrival) {
	if !d.stopped {
		d.stopped = !d.yield(a)
	}
}

// head hands on the head: at once when it announces an event stream, for then
// the first byte may be long in coming, else when the body has shown what it
// is. An answer outside 2xx is never read as a stream: it is one document about
// a failure, and is wanted whole.
func (d *derivation) head() {
	h := d.capture.Head
	if h == nil {
		return
	}
	d.sniffed = h.Status < 200 || h.Status > 299
	d.stream = !d.sniffed && eventStream(h.Header.Get("Content-Type"))
	if d.sniffed || d.stream {
		d.tell()
	}
}

func (d *derivation) tell() {
	d.told = true
	d.emit(wire.Arrival{Kind: wire.ArrivedHead, Head: d.capture.Head, Timing: new(d.capture.Timing.Opened()), Stream: d.stream})
}

// advance hands on what the chunks since the last call completed.
func (d *derivation) advance() {
	all := d.text.Chunks()
	for ; d.chunks < len(all) && !d.stopped && d.left == 0; d.chunks++ {
		chunk := all[d.chunks]
		d.sniff(chunk.End, false)
		if d.sniffed && !d.stream {
			d.chunks = len(all)
			return
		}
		d.cutter.Feed(chunk.End, chunk.AtUS)
		if d.sniffed {
			d.frames()
		}
	}
	if d.fleeting && d.sniffed {
		d.forget()
	}
}

// forget drops what the frames were cut from that were handed on.
func (d *derivation) forget() {
	d.text.Forget(d.cutter.Needs())
	if raw := &d.capture.Body; raw != d.text {
		raw.Forget(raw.Len())
	}
	d.chunks = len(d.text.Chunks())
}

// end hands on the torn tail and the end.
func (d *derivation) end() {
	c := d.capture
	if c.Head != nil {
		d.sniff(d.text.Len(), true)
	}
	if d.stream && d.left == 0 {
		d.cutter.End()
		d.frames()
	}
	a := c.Ended()
	if d.left > 0 {
		a.End = &wire.End{Cause: wire.EndUnread, AtUS: a.End.AtUS, Message: fmt.Sprintf("the stream has more than %g million frames: its last %d bytes were not read", float64(d.most)/1e6, d.left)}
	}
	if c.Head != nil && !d.stream {
		a.Body = d.text.Join()
	}
	d.emit(a)
}

// sniff looks at the first bytes of the body until they tell what it is.
func (d *derivation) sniff(to int64, ended bool) {
	if d.sniffed {
		return
	}
	stream, sure := looksLikeStream(d.text.Bytes(0, min(to, sniffLength)), d.stream)
	if !sure && !ended && to < sniffLength {
		return
	}
	d.sniffed = true
	if wrong := sure && stream != d.stream; wrong || !d.told {
		d.stream = d.stream != wrong
		d.tell()
	}
}

// frames hands on the frames that are complete.
func (d *derivation) frames() {
	for !d.stopped {
		f, ok := d.cutter.Next()
		if !ok {
			return
		}
		if d.most > 0 && d.cut == d.most {
			d.left = d.text.Len() - f.Offset
			return
		}
		a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: f}
		if f.Kind == wire.FrameEvent || f.Kind == wire.FrameTorn {
			event, err := d.events.Decode(f.Data)
			a.Event, a.Decoded = event, err == nil
		}
		if d.live {
			d.note(&a)
		} else if len(d.capture.Frames.All()) == d.cut {
			d.capture.Frames.Append(sse.Ref(f))
		}
		d.cut++
		d.emit(a)
	}
}

// note adds to the capture what a new frame tells.
func (d *derivation) note(a *wire.Arrival) {
	c := d.capture
	if !d.fleeting {
		c.Frames.Append(sse.Ref(a.Frame))
	}
	if c.Timing.FirstToken < 0 && a.Event.Delta != "" && !read.Heartbeat(a.Event.Type) {
		c.Timing.FirstToken = a.Frame.AtUS
	}
}
