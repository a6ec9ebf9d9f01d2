package client

import (
	"bytes"
	"iter"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// untold is the moment of what a file does not tell the time of.
const untold = -1

// Saved reads what was written to a file of an answer as it came, as curl -N does:
// an event stream, or behind its head, as with -i, an answer of any kind. The
// capture has no request and no times: all of them are -1. ok is false for a file
// that is neither.
func Saved(file []byte) (c *wire.Capture, ok bool) {
	head, body := savedHead(file)
	if head == nil && !savedStream(file) {
		return nil, false
	}
	c = &wire.Capture{ID: "saved", Head: head, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: untold}}
	c.Body.Append(body, untold)
	return c, true
}

// LooksSaved reports whether a file that begins so may be what Saved reads.
func LooksSaved(beginning []byte) bool {
	stream, sure := looksLikeStream(beginning[:min(len(beginning), sniffLength)], false)
	line, _ := cutLine(withoutMark(beginning))
	return stream && sure || statusLine.MatchString(line)
}

// withoutMark is a text without the byte order mark that it may begin with.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")) }

// ReplaySaved derives the arrivals of what Saved returned; see Replay. Of a stream
// without a head they begin with an arrival of none.
func ReplaySaved(c *wire.Capture) iter.Seq[wire.Arrival] {
	if c.Head != nil {
		return Replay(c)
	}
	return func(yield func(wire.Arrival) bool) {
		d := newDerivation(c, 0, yield)
		d.sniffed, d.stream = true, true
		d.tell()
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

// savedHead returns the head that a file begins with, without what is secret in it,
// and what is behind it; nil and the file where it begins with none. Of several,
// those of a proxy, of redirects or of 100 Continue, the last counts.
func savedHead(file []byte) (head *wire.Head, body []byte) {
	body = file
	for {
		h, rest, ok := oneHead(withoutMark(body))
		if !ok {
			return head, body
		}
		head, body = h, rest
	}
}

// oneHead reads one head; ok is false where there is none.
func oneHead(text []byte) (head *wire.Head, rest []byte, ok bool) {
	line, rest := cutLine(text)
	m := statusLine.FindStringSubmatch(line)
	if m == nil || len(line) == len(text) { // a line without an end is no head yet
		return nil, nil, false
	}
	status, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, nil, false
	}
	fields := http.Header{}
	for name := ""; len(rest) > 0; {
		line, rest = cutLine(rest)
		if line == "" {
			break
		}
		if all := fields[name]; strings.TrimLeft(line, " \t") != line && len(all) > 0 { // a long value may go on
			all[len(all)-1] += " " + strings.TrimSpace(line)
			continue
		}
		key, value, found := strings.Cut(line, ":")
		if !found || key == "" || strings.ContainsAny(key, " \t") {
			return nil, nil, false
		}
		name = textproto.CanonicalMIMEHeaderKey(key)
		fields[name] = append(fields[name], strings.TrimSpace(value))
	}
	clean, _ := new(capture.Secrets).Header(fields)
	return &wire.Head{Status: status, Proto: m[1], Header: clean, AtUS: untold}, rest, true
}

// cutLine returns the first line without its end, and what is behind it.
func cutLine(text []byte) (line string, rest []byte) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	return string(bytes.TrimSuffix(first, []byte("\r"))), rest
}
