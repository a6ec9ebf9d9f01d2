package sse

import (
	"bytes"
	"errors"
	"strconv"

	"gatehouse/client/wire"
)

// open is the frame whose empty line has not arrived yet.
type open struct {
	wire.Frame
	start int64 // offset of its first line; wire.None when no frame is open
	lines int   // data lines so far
	size  int   // of their texts, each with an LF, in bytes
}

// begin returns the offset of the open frame, or of the open line if no frame is open.
func (o *open) begin(line int64) int64 {
	if o.start == wire.None {
		return line
	}
	return o.start
}

// field reads a line that is neither empty nor a comment.
func (o *open) field(line []byte, start int64, names *wire.Intern) {
	if o.start == wire.None {
		o.start = start
	}
	name, text := split(line)
	switch string(name) {
	case "data":
		o.data(text)
	case "event":
		o.HasEvent, o.Event = true, names.String(text)
	case "id":
		if bytes.IndexByte(text, 0) < 0 {
			o.HasID, o.ID = true, string(text)
		}
	case "retry":
		if ms, ok := milliseconds(text); ok {
			o.HasRetry, o.RetryMS = true, ms
		}
	}
}

// data counts a data line. The text of a single one shares the body's bytes; join reads
// several.
func (o *open) data(text []byte) {
	if o.lines++; o.lines == 1 {
		o.Data = text
	}
	o.size += len(text) + len("\n")
}

// join copies the text of several data lines. It allocates exactly the size, because the
// reader of a long text retains it.
func (o *open) join(body *wire.Body, from, to int64) {
	if o.lines < 2 {
		return
	}
	data := make([]byte, 0, o.size)
	l := lines{body: body}
	for line := range l.each(from, to) {
		if name, text := split(line); string(name) == "data" {
			data = append(append(data, text...), '\n')
		}
	}
	o.Data = bytes.TrimSuffix(data, []byte("\n")) // there is none if the body was overwritten since
}

// split returns the name and the value of a field.
func split(line []byte) (name, text []byte) {
	if i := bytes.IndexByte(line, ':'); i >= 0 {
		return line[:i], value(line, i)
	}
	return line, nil
}

// value returns the text after the colon at i, without one space.
func value(line []byte, i int) []byte {
	text := line[i+1:]
	if len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	return text
}

// milliseconds reads a retry line's value: ASCII digits only, as the standard requires. A
// number out of range is the largest there is.
func milliseconds(text []byte) (ms int64, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	ms, err := strconv.ParseInt(string(text), 10, 64)
	return ms, err == nil || errors.Is(err, strconv.ErrRange)
}
