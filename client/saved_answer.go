package client

import (
	"bytes"
	"errors"
	"iter"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// untold is the moment of what a file does not tell the time of.
const untold = -1

// ErrNoAnswer is the error of a file that is neither an event stream nor an answer
// behind its head.
var ErrNoAnswer = errors.New("neither an event stream nor an answer behind its head")

// Saved reads what was written to a file of an answer as it came, as curl -N does:
// an event stream, or behind its head, as with -i, an answer of any kind. The
// capture has no request and no times: all of them are -1. The error is ErrNoAnswer
// or ErrLongHead.
func Saved(file []byte) (*wire.Capture, error) {
	head, body, err := parts(file)
	if err != nil {
		return nil, err
	}
	c := &wire.Capture{ID: "saved", Head: head, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: untold}}
	c.Body.Append(body, untold)
	if codings := savedCodings(head, body); len(codings) > 0 {
		decode(c, codings, body, mostDecoded)
	}
	return c, nil
}

// CheckSaved tells whether Saved reads a file, without reading what is in its body:
// its error is that of Saved.
func CheckSaved(file []byte) error {
	_, _, err := parts(file)
	return err
}

// parts returns the head of a saved answer, nil for a stream without one, and its body.
func parts(file []byte) (head *wire.Head, body []byte, err error) {
	head, body, err = savedHead(file)
	if err == nil && head == nil && !savedStream(file) {
		err = ErrNoAnswer
	}
	return head, body, err
}

// LooksSaved reports whether a file that begins so may be what Saved or
// SavedEvents reads.
func LooksSaved(beginning []byte) bool {
	stream, sure := looksLikeStream(beginning[:min(len(beginning), sniffLength)], false)
	line, _ := cutLine(wire.WithoutMark(beginning))
	return stream && sure || statusLine.MatchString(line) || LooksLikeEvents(beginning)
}

// mostFrames is how many frames of a saved stream are read: each takes a hundred
// bytes and more, and may be one of two.
const mostFrames = 4_000_000

// ReplaySaved derives the arrivals of what Saved returned; see Replay. Of a stream
// without a head they begin with an arrival of none. Behind mostFrames the end is
// told, and why.
func ReplaySaved(c *wire.Capture) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		d := newDerivation(c, 0, yield)
		switch d.most = mostFrames; {
		case c.Head != nil && c.Head.Header == nil: // the frames of send --events
			d.sniffed, d.stream = true, true
			d.tell()
		case c.Head != nil:
			d.head()
		case c.End.Cause == wire.EndUnknown:
			d.sniffed = true
		default:
			d.sniffed, d.stream = true, true
			d.tell()
		}
		d.advance()
		d.end()
	}
}

// savedStream reports whether a file is an event stream: besides its first bytes,
// a frame has to hold what could be an event, for many a text has lines like id:.
// One that holds only comments is one that broke off early. The first megabyte tells.
func savedStream(file []byte) bool {
	if stream, sure := looksLikeStream(file[:min(len(file), sniffLength)], false); !stream || !sure {
		return false
	}
	var body wire.Body
	body.Append(file[:min(len(file), 1<<20)], untold)
	cut, only := len(file) > 1<<20, true
	for f := range sse.All(&body) {
		data := bytes.TrimSpace(f.Data)
		switch {
		case f.Kind == wire.FrameComment:
		case bytes.HasPrefix(data, []byte("{")), string(data) == wire.Done:
			return true
		case f.Kind == wire.FrameTorn && cut: // of which there is more
		default:
			only = false
		}
	}
	return only
}
