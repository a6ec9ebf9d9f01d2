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
