package sse

import (
	"bytes"
	"errors"
	"strconv"

	"gatehouse/client/wire"
)

// open is the frame whose empty line has not come yet.
type open struct {
	wire.Frame
	start int64 // offset of its first line; wire.None when no frame is open
	lines int   // data lines so far
	size  int   // of what they make, each with an LF behind it, in bytes
}

// begin returns where the open frame begins, or the open line when no frame is
// open.
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

// data adds a data line and its text. Alone it shares the body's bytes; of several only
// the size of what they make is known, until join reads them.
func (o *open) data(text []byte) {
	if o.lines++; o.lines == 1 {
		o.Data = text
	}
	o.size += len(text) + len("\n")
}

// join makes the data of a frame of several data lines: a copy of them without room
// for more, since who reads a long text keeps it.
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
	o.Data = bytes.TrimSuffix(data, []byte("\n")) // there is none where the body was blanked since
}

// split returns the name of a field and what is said of it.
func split(line []byte) (name, text []byte) {
	if i := bytes.IndexByte(line, ':'); i >= 0 {
		return line[:i], value(line, i)
	}
	return line, nil
}

// value returns what stands behind the colon at i, without one space.
func value(line []byte, i int) []byte {
	text := line[i+1:]
	if len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	return text
}

// milliseconds reads a retry line's value: ASCII digits only, as the standard
// says. A number that no clock can hold is the greatest there is.
func milliseconds(text []byte) (ms int64, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	ms, err := strconv.ParseInt(string(text), 10, 64)
	return ms, err == nil || errors.Is(err, strconv.ErrRange)
}
