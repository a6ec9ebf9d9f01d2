package redact

import (
	"bytes"
	"strings"
)

// form finds the value of the first parameter of a form, which has no sign before it and another
// parameter or the end of the text after it.
func (f *finder) form(name string, from int) (is bool) {
	if strings.EqualFold(name, "pwd") && f.byteAt(from) == '/' {
		return false // a directory
	}
	to := f.end(from, ofParameter)
	if next := f.byteAt(to); next == '&' && credential(name) || to == len(f.b) && secretName(name) {
		f.parameter(from)
		return true
	}
	return false
}

// field finds the value of a field of a multipart form whose quoted name is at i: it follows an
// empty line and ends at the next boundary (RFC 7578).
func (f *finder) field(i int) {
	quoted := f.b[i:min(i+1+maxName, len(f.b))]
	if i < f.fielded || len(quoted) == 0 || quoted[0] != '"' {
		return
	}
	n := bytes.IndexByte(quoted[1:], '"')
	if n < 0 || !credential(string(quoted[1:1+n])) {
		return
	}
	at := i + 1 + n + 1
	const head = 512 // bytes of the field's other lines
	lines := f.b[at:min(at+head, len(f.b))]
	if !hasPrefix(lines, "\n", "\r\n", ";") {
		return
	}
	from := -1
	for _, empty := range []string{"\r\n\r\n", "\n\n"} {
		if n := bytes.Index(lines, []byte(empty)); n >= 0 && (from < 0 || at+n+len(empty) < from) {
			from = at + n + len(empty)
		}
	}
	if from < 0 {
		return
	}
	to := len(f.b)
	if n := bytes.Index(f.b[from:], []byte("\n--")); n >= 0 {
		to = from + n
	}
	if value := bytes.TrimRight(f.b[from:to], "\r\n"); secretValue("", value) {
		f.add(from, from+len(value), Named, "")
	}
	f.fielded = to
}

// element finds the value of an element of XML that begins at i.
func (f *finder) element(i int) {
	end := f.run(i+1, maxName, func(c byte) bool { return isKey(c) || c == '.' || c == ':' })
	if end == i+1 || f.byteAt(end) != '>' {
		return
	}
	tag := string(f.b[i+1 : end])
	name := tag[strings.LastIndexByte(tag, ':')+1:]
	n := bytes.IndexByte(f.b[end:], '<')
	if n < 0 || !secretName(name) || !bytes.HasPrefix(f.b[end+n:], []byte("</"+tag)) {
		return
	}
	if value := f.b[end+1 : end+n]; secretValue(name, value) {
		f.add(end+1, end+n, Named, "")
	}
}
