package client

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"gatehouse/client/capture"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1

// ErrNoAnswer is the error of a file that is neither an event stream nor an answer with
// its head.
var ErrNoAnswer = errors.New("neither an event stream nor an answer after its head")

// ReadSaved reads an answer that was saved as received, as by curl -N: an event stream, or
// with its head, as by curl -i, an answer of any kind. The capture has no request, and all
// its times are -1. The error is ErrNoAnswer or ErrLongHead.
func ReadSaved(file []byte) (*wire.Capture, error) {
	head, body, err := splitSaved(file)
	if err != nil {
		return nil, err
	}
	c := &wire.Capture{ID: "saved", Head: head, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS}}
	c.Body.Append(body, unknownUS)
	if codings := savedCodings(head, body); len(codings) > 0 {
		decode(c, codings, body, maxDecoded)
	}
	return c, nil
}

// CheckSaved returns the error of ReadSaved; it does not read the body.
func CheckSaved(file []byte) error {
	_, _, err := splitSaved(file)
	return err
}

// splitSaved returns the head of a saved answer and its body; the head of a bare stream is
// nil.
func splitSaved(file []byte) (head *wire.Head, body []byte, err error) {
	head, body, err = savedHead(file)
	if err == nil && head == nil && !isSavedStream(file) {
		err = ErrNoAnswer
	}
	return head, body, err
}

// LooksSaved reports whether ReadSaved or ReadSavedEvents may read a file that begins like
// this.
func LooksSaved(beginning []byte) bool {
	stream, sure := looksLikeStream(beginning[:min(len(beginning), sniffLength)], false)
	line, _ := cutLine(wire.TrimBOM(beginning))
	return stream && sure || statusLine.MatchString(line) || LooksLikeEvents(beginning)
}

// maxFrames is how many frames of a saved stream are read: one takes 100 bytes of memory or
// more, and may be two bytes of the file.
const maxFrames = 4_000_000

// ReplaySaved yields the arrivals of a capture from ReadSaved; see Replay. A stream
// without a head begins with a head arrival whose Head is nil. After maxFrames frames it
// ends with the reason.
func ReplaySaved(c *wire.Capture) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		d := newReplayer(c, 0, yield)
		switch d.maxFrames = maxFrames; {
		case c.Head != nil && c.Head.Header != nil:
			d.head()
		case c.Head == nil && c.End.Cause == wire.EndUnknown:
			d.sniffed = true
		default: // a stream without a head, or the frames of send --events
			d.sniffed, d.stream = true, true
			d.emitHead()
		}
		d.advance()
		d.end()
	}
}

// isSavedStream reports whether a file is an event stream: it begins like one, and a frame
// in the first megabyte holds what could be an event, because many texts have lines like
// id:. A file of comments alone is an interrupted stream.
func isSavedStream(file []byte) bool {
	if stream, sure := looksLikeStream(file[:min(len(file), sniffLength)], false); !stream || !sure {
		return false
	}
	const maxSearched = 1 << 20
	var body wire.Body
	body.Append(file[:min(len(file), maxSearched)], unknownUS)
	onlyComments := true
	for f := range sse.All(&body) {
		data := bytes.TrimSpace(f.Data)
		switch {
		case f.Kind == wire.FrameComment:
		case bytes.HasPrefix(data, []byte("{")), string(data) == wire.Done:
			return true
		case f.Kind == wire.FrameTorn && len(file) > maxSearched: // the file has the rest of it
		default:
			onlyComments = false
		}
	}
	return onlyComments
}

// gzipMagic is the beginning of gzip data (RFC 1952, section 2.3.1).
const gzipMagic = "\x1F\x8B"

// savedCodings returns the codings of a saved body: those in its head, unless the body was
// decoded when it was saved, as by curl --compressed; else gzip if it begins like that.
func savedCodings(head *wire.Head, body []byte) []string {
	switch {
	case head == nil:
		return nil
	case wire.UnsupportedCoding(head.Header) == "" && len(wire.Codings(head.Header)) > 0 && !utf8.Valid(body):
		return wire.Codings(head.Header)
	case bytes.HasPrefix(body, []byte(gzipMagic)):
		return []string{"gzip"}
	}
	return nil
}

// maxDecoded is how much of an encoded saved body is decoded, in bytes: as much as is
// opened of a plain one.
const maxDecoded = 256 << 20

// decode decodes the readable part of a body, at most limit bytes. A truncated one was
// cut when it was saved, which is no fault. One that only begins like gzip is not changed.
func decode(c *wire.Capture, codings []string, body []byte, limit int64) {
	packed := bytes.NewReader(body)
	z := capture.Decoder(codings, packed)
	var err error
	decoded := &wire.Body{}
	for buf := make([]byte, 64<<10); err == nil; {
		var n int
		n, err = z.Read(buf)
		if left := limit - decoded.Len(); int64(n) > left {
			n, err = int(left), fmt.Errorf("the answer has more than %d MiB when it is decompressed", limit>>20)
		}
		decoded.Append(buf[:n], unknownUS)
	}
	if errors.Is(err, gzip.ErrHeader) {
		return
	}
	decoded.Trim()
	c.Decoded = decoded
	switch {
	case err == io.EOF, capture.IsCutShort(err):
	case errors.Is(err, gzip.ErrChecksum) && packed.Len() == 0:
		c.End = &wire.End{Cause: wire.EndChecksum, AtUS: unknownUS, Message: "the answer does not match its checksum: it is not what was sent"}
	default:
		c.End = &wire.End{Cause: wire.EndUnread, AtUS: unknownUS, Message: err.Error() + ": the rest was not read"}
	}
}
