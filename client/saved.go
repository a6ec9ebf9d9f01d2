package client

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/capture"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// untold is the moment of what a file does not tell the time of.
const untold = -1

// ErrNoAnswer is the error of a file that is neither an event stream nor an answer
// behind its head.
var ErrNoAnswer = errors.New("neither an event stream nor an answer behind its head")

// ErrLongHead is the error of a file whose head goes on beyond maxHead.
var ErrLongHead = errors.New("the head of the answer is longer than 1 MiB")

// maxHead is how long all heads of a saved answer may be together, in bytes: what a
// Go client takes of an answer too.
const maxHead = 1 << 20

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

// gzipMagic begins what gzip wrote (RFC 1952, section 2.3.1).
const gzipMagic = "\x1F\x8B"

// savedCodings returns how a saved body is encoded: as its head says, unless who saved
// it decoded it, as curl --compressed does; or by gzip, which shows.
func savedCodings(head *wire.Head, body []byte) []string {
	switch {
	case head == nil:
		return nil
	case wire.Undecodable(head.Header) == "" && len(wire.Codings(head.Header)) > 0 && !utf8.Valid(body):
		return wire.Codings(head.Header)
	case bytes.HasPrefix(body, []byte(gzipMagic)):
		return []string{"gzip"}
	}
	return nil
}

// mostDecoded is how much is read of what a saved body holds that came encoded,
// in bytes: as much as may be opened of one that did not.
const mostDecoded = 256 << 20

// decode decodes a body as far as it can be read, at most limit bytes. One that
// ends in its middle was cut as it was saved, as any other may be. One that only
// begins as gzip does is left as it came.
func decode(c *wire.Capture, codings []string, body []byte, limit int64) {
	packed := bytes.NewReader(body)
	z := capture.Decoder(codings, packed)
	var err error
	decoded := &wire.Body{}
	for buf := make([]byte, 64<<10); err == nil; {
		var n int
		n, err = z.Read(buf)
		if room := limit - decoded.Len(); int64(n) > room {
			n, err = int(room), fmt.Errorf("the answer has more than %d MiB when it is decompressed", limit>>20)
		}
		decoded.Append(buf[:n], untold)
	}
	if errors.Is(err, gzip.ErrHeader) {
		return
	}
	decoded.Trim()
	c.Decoded = decoded
	switch {
	case err == io.EOF, capture.Cut(err):
	case errors.Is(err, gzip.ErrChecksum) && packed.Len() == 0:
		c.End = &wire.End{Cause: wire.EndChecksum, AtUS: untold, Message: "the answer does not match its checksum: it is not what was sent"}
	default:
		c.End = &wire.End{Cause: wire.EndUnread, AtUS: untold, Message: err.Error() + ": the rest was not read"}
	}
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

// statusLine is the first line of an answer's head, of any version (RFC 9112,
// section 4; curl writes HTTP/2 without a minor number).
var statusLine = regexp.MustCompile(`^(HTTP/[0-9](?:\.[0-9])?) ([1-9][0-9]{2})(?: .*)?$`)

// headEnd is the end of a head's last line, and the empty line behind it.
var headEnd = regexp.MustCompile(`\n\r?\n`)

// savedHead returns the head that a file begins with, without what is secret in it,
// and what is behind it; nil and the file where it begins with none. Of several,
// those of a proxy, of redirects or of 100 Continue, the last counts.
func savedHead(file []byte) (head *wire.Head, body []byte, err error) {
	body = file
	for room := maxHead; ; {
		text := wire.WithoutMark(body)
		h, rest, err := oneHead(text, room)
		if err != nil {
			return nil, nil, err
		}
		if h == nil {
			return head, body, nil
		}
		room -= len(text) - len(rest)
		head, body = h, rest
	}
}

// oneHead reads one head of at most room bytes; it is nil where there is none. Its
// status line is known for one also where there is less room than that.
func oneHead(text []byte, room int) (head *wire.Head, rest []byte, err error) {
	line, _ := cutLine(text[:min(len(text), maxHead)])
	m := statusLine.FindStringSubmatch(line)
	if m == nil || len(line) == len(text) { // a line without an end is no head yet
		return nil, nil, nil
	}
	status, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, nil, nil
	}
	head = &wire.Head{Status: status, Proto: m[1], AtUS: untold}
	all := text[:min(len(text), room)]
	_, fields := cutLine(all)
	if end := headEnd.FindIndex(all); end != nil {
		fields, rest = all[len(all)-len(fields):end[0]+1], text[end[1]:]
	} else if len(text) > room {
		return nil, nil, ErrLongHead
	}
	header, ok := headFields(fields)
	if !ok {
		return nil, nil, nil
	}
	head.Header, _ = new(capture.Secrets).Header(header)
	return head, rest, nil
}

// headFields reads the fields of a head; ok is false where a line is none.
func headFields(text []byte) (fields http.Header, ok bool) {
	fields = http.Header{}
	for len(text) > 0 {
		var line string
		line, text = cutLine(text)
		key, value, found := strings.Cut(line, ":")
		if !found || key == "" || strings.ContainsAny(key, " \t") {
			return nil, false
		}
		value, text = unfold(value, text)
		key = textproto.CanonicalMIMEHeaderKey(key)
		fields[key] = append(fields[key], value)
	}
	return fields, true
}

// unfold returns the value of a field with the lines that it goes on in (RFC 9112,
// section 5.2), and what is behind them.
func unfold(first string, text []byte) (value string, rest []byte) {
	pieces := []string{strings.TrimSpace(first)}
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		var line string
		line, text = cutLine(text)
		pieces = append(pieces, strings.TrimSpace(line))
	}
	return strings.Join(pieces, " "), text
}

// cutLine returns the first line without its end, and what is behind it.
func cutLine(text []byte) (line string, rest []byte) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	return string(bytes.TrimSuffix(first, []byte("\r"))), rest
}
