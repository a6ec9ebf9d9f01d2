package client

import (
	"bytes"
	"errors"
	"net/http"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

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

// ErrLongHead is the error of a file whose head goes on beyond maxHead.
var ErrLongHead = errors.New("the head of the answer is longer than 1 MiB")

// maxHead is how long all heads of a saved answer may be together, in bytes: what a
// Go client takes of an answer too.
const maxHead = 1 << 20
