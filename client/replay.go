package client

import (
	"bytes"
	"fmt"
	"iter"
	"net/url"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// Replay yields the arrivals that the sink of a finished capture received. It also
// completes the index of frames, which is not stored with a capture, unless the capture is
// read from its file meanwhile: then the bytes of its frames are discarded.
func Replay(c *wire.Capture) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		d := newReplayer(c, 0, yield)
		d.discardBody = c.Rest != nil
		d.head()
		d.advance()
		for c.Rest != nil && !d.stopped && c.Rest() {
			d.advance()
		}
		if c.End != nil {
			d.end()
		}
	}
}

// replayer turns a capture into arrivals, live and later. The arrivals are the same if
// chunks are appended one at a time or all at once.
type replayer struct {
	capture     *wire.Capture
	text        *wire.Body
	yield       func(wire.Arrival) bool
	stopped     bool // yield returned false
	live        bool // the capture is running: its index and first token are to be recorded
	discardBody bool // bytes are discarded once their frames are emitted
	maxFrames   int  // how many frames are emitted

	retainEncoded bool // discardBody does not apply to the bytes that the text was decoded from

	chunks     int   // chunks of text read so far
	frameCount int   // frames emitted so far
	unread     bool  // there is a frame beyond maxFrames
	unreadFrom int64 // where it begins
	headSent   bool  // the head has been emitted
	sniffed    bool  // stream is final
	stream     bool
	framing    sse.Framing
	cutter     capture.Cutter
	events     read.Decoder
}

// maxReadFrames is how many frames of an answer are read: a frame of a few bytes costs its readers many times that. The
// rest is stored, and a warning reports that.
const maxReadFrames = 1_000_000

func newReplayer(c *wire.Capture, maxLine int64, yield func(wire.Arrival) bool) *replayer {
	return &replayer{capture: c, text: c.Text(), yield: yield, maxFrames: maxReadFrames, cutter: capture.NewCutter(c.Head, c.Text(), maxLine)}
}

func (d *replayer) emit(a wire.Arrival) {
	if !d.stopped {
		d.stopped = !d.yield(a)
	}
}

// head emits the head: at once if it announces an event stream, whose first byte may take
// long to arrive, or begins a WebSocket; else when the body shows what it is. An answer
// outside 2xx is never read as a stream: it is one document about a failure.
func (d *replayer) head() {
	h := d.capture.Head
	if h == nil {
		return
	}
	d.sniffed = !h.Success() || h.IsSocket()
	if d.stream = h.IsSocket(); !d.sniffed {
		d.framing, d.stream = announced(&d.capture.Sent, h)
	}
	if d.sniffed || d.stream {
		d.emitHead()
	}
}

func (d *replayer) emitHead() {
	d.headSent = true
	d.emit(wire.Arrival{Kind: wire.ArrivedHead, Head: d.capture.Head, Timing: new(d.capture.Timing.UntilHead()), Stream: d.stream})
}

// advance emits the frames completed by the chunks since the last call.
func (d *replayer) advance() {
	all := d.text.Chunks()
	for ; d.chunks < len(all) && !d.stopped && !d.unread; d.chunks++ {
		chunk := all[d.chunks]
		d.sniff(chunk.End, false)
		if d.sniffed && !d.stream {
			d.chunks = len(all)
			return
		}
		d.cutter.Feed(chunk.End, chunk.AtUS)
		if d.sniffed {
			d.emitFrames()
		}
	}
	if d.discardBody && d.sniffed {
		d.discardRead()
	}
}

// discardRead discards the bytes of the emitted frames.
func (d *replayer) discardRead() {
	read := d.cutter.UnreadFrom()
	if d.unread {
		read = d.text.Len()
	}
	d.text.Discard(read)
	if raw := &d.capture.Body; raw != d.text && !d.retainEncoded {
		raw.Discard(raw.Len())
	}
	d.chunks = len(d.text.Chunks())
}

// end emits the torn tail and the end.
func (d *replayer) end() {
	c := d.capture
	if c.Head != nil {
		d.sniff(d.text.Len(), true)
	}
	if d.stream && !d.unread {
		d.cutter.End()
		d.emitFrames()
	}
	a := c.EndArrival()
	if d.unread {
		a.End = &wire.End{Cause: wire.EndUnread, AtUS: a.End.AtUS, Message: fmt.Sprintf("the stream has more than %g million frames: its last %d bytes were not read", float64(d.maxFrames)/1e6, d.text.Len()-d.unreadFrom)}
	}
	if c.Head != nil && !d.stream {
		a.Body = d.text.Join()
	}
	d.emit(a)
}

// sniff reads the first bytes of the body until they show what it is.
func (d *replayer) sniff(to int64, ended bool) {
	if d.sniffed {
		return
	}
	head := d.text.Bytes(0, min(to, sniffLength))
	stream, sure := looksFramed(head, d.framing)
	if !stream && (sure || d.framing == sse.Events) {
		d.framing = sse.Events
		stream, sure = looksLikeStream(head, d.stream)
	}
	if !sure && !ended && to < sniffLength {
		return
	}
	d.sniffed = true
	if c, ok := d.cutter.(*sse.Cutter); ok {
		c.SetFraming(d.framing)
	}
	if wrong := sure && stream != d.stream; wrong || !d.headSent {
		d.stream = d.stream != wrong
		d.emitHead()
	}
}

// emitFrames emits the complete frames.
func (d *replayer) emitFrames() {
	for !d.stopped {
		f, ok := d.cutter.Next()
		if !ok {
			return
		}
		if d.frameCount == d.maxFrames {
			d.unread, d.unreadFrom = true, f.Offset
			return
		}
		a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: f}
		if f.Kind.HasData() {
			a = d.events.Arrival(f)
		}
		if d.live {
			d.recordFrame(&a)
		} else if !d.discardBody && len(d.capture.Frames.All()) == d.frameCount {
			d.capture.Frames.Append(f.Ref())
		}
		d.frameCount++
		d.emit(a)
	}
}

// recordFrame adds a new frame to the capture's index and timing.
func (d *replayer) recordFrame(a *wire.Arrival) {
	c := d.capture
	if !d.discardBody {
		c.Frames.Append(a.Frame.Ref())
	}
	if c.Timing.FirstToken < 0 && a.Event.Delta != "" && !read.Heartbeat(a.Event.Type) {
		c.Timing.FirstToken = a.Frame.AtUS
	}
}

// announced returns the framing of the stream that the head of an answer announces; ok is
// false if it announces none. Methods of Google's APIs whose name begins with stream answer
// with one array that grows, unless an event stream was requested.
func announced(sent *wire.Sent, head *wire.Head) (f sse.Framing, ok bool) {
	switch media := wire.MediaType(head.Header); {
	case media == wire.EventStream:
		return sse.Events, true
	case wire.JSONLines(media):
		return sse.Lines, true
	case media == "application/json":
		if u, err := url.Parse(sent.URL); err == nil && strings.Contains(u.Path[strings.LastIndexByte(u.Path, '/')+1:], ":stream") {
			return sse.Elements, true
		}
	}
	return sse.Events, false
}

// looksFramed is looksLikeStream for lines and elements of JSON.
func looksFramed(head []byte, f sse.Framing) (stream, sure bool) {
	head = bytes.TrimLeft(wire.TrimBOM(head), " \t\r\n")
	if len(head) == 0 {
		return false, false
	}
	return f == sse.Lines && head[0] == '{' || f == sse.Elements && head[0] == '[', true
}

// sniffLength is how many bytes of a body are read to distinguish an event stream from a
// document.
const sniffLength = 512

// looksLikeStream reports whether the first bytes of a body are those of an event stream;
// sure is false if they do not show it yet. Some services send an error as JSON although
// they announced a stream, or a stream as plain text.
func looksLikeStream(head []byte, announced bool) (stream, sure bool) {
	const bom = "\xEF\xBB\xBF"
	if len(head) < len(bom) && strings.HasPrefix(bom, string(head)) {
		return false, false
	}
	if head = bytes.TrimLeft(wire.TrimBOM(head), " \t\r\n"); len(head) == 0 {
		return false, false
	}
	switch head[0] {
	case '{', '[', '<', '"':
		return false, true
	case ':':
		return true, true
	}
	if announced {
		return true, true
	}
	for _, field := range []string{"data", "event", "id", "retry"} {
		name := head[:min(len(head), len(field)+1)]
		if string(name) == field+":" {
			return true, true
		}
		if strings.HasPrefix(field+":", string(name)) {
			return false, false
		}
	}
	return false, true
}
