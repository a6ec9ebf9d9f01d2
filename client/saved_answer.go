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

// statusLine matches the first line of an answer's head, of any version (RFC 9112, section
// 4; curl writes HTTP/2 without a minor number).
var statusLine = regexp.MustCompile(`^(HTTP/[0-9](?:\.[0-9])?) ([1-9][0-9]{2})(?: .*)?$`)

// headEnd matches the end of a head's last line and the empty line after it.
var headEnd = regexp.MustCompile(`\n\r?\n`)

// savedHead returns the redacted head at the beginning of a file and the rest of the file;
// nil and the file where there is none. Of several heads (a proxy's, redirects, 100
// Continue) the last counts.
func savedHead(file []byte) (head *wire.Head, body []byte, err error) {
	body = file
	for maxSize := maxHead; ; {
		text := wire.TrimBOM(body)
		h, rest, err := readHead(text, maxSize)
		if err != nil {
			return nil, nil, err
		}
		if h == nil {
			return head, body, nil
		}
		maxSize -= len(text) - len(rest)
		head, body = h, rest
	}
}

// readHead reads one head of at most maxSize bytes; nil if there is none. A status line is
// recognized even beyond that size.
func readHead(text []byte, maxSize int) (head *wire.Head, rest []byte, err error) {
	line, _ := cutLine(text[:min(len(text), maxHead)])
	m := statusLine.FindStringSubmatch(line)
	if m == nil || len(line) == len(text) { // a line without an end is no head yet
		return nil, nil, nil
	}
	status, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, nil, nil
	}
	head = &wire.Head{Status: status, Proto: m[1], AtUS: unknownUS}
	all := text[:min(len(text), maxSize)]
	_, fields := cutLine(all)
	if end := headEnd.FindIndex(all); end != nil {
		fields, rest = all[len(all)-len(fields):end[0]+1], text[end[1]:]
	} else if len(text) > maxSize {
		return nil, nil, ErrLongHead
	}
	header, ok := headFields(fields)
	if !ok {
		return nil, nil, nil
	}
	head.Header, _ = new(capture.Secrets).Header(header)
	return head, rest, nil
}

// headFields reads the fields of a head; ok is false where a line is not one.
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

// unfold returns the value of a field with its continuation lines (RFC 9112, section 5.2),
// and the text after them.
func unfold(first string, text []byte) (value string, rest []byte) {
	pieces := []string{strings.TrimSpace(first)}
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		var line string
		line, text = cutLine(text)
		pieces = append(pieces, strings.TrimSpace(line))
	}
	return strings.Join(pieces, " "), text
}

// cutLine returns the first line without its end, and the text after it.
func cutLine(text []byte) (line string, rest []byte) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	return string(bytes.TrimSuffix(first, []byte("\r"))), rest
}

// ErrLongHead is the error of a file whose heads are longer than 1 MiB.
var ErrLongHead = errors.New("the head of the answer is longer than 1 MiB")

// maxHead limits all heads of a saved answer together, in bytes, as net/http does.
const maxHead = 1 << 20
