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
	first wire.Line
	size  int // of what they make, each with an LF behind it, in bytes
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
		o.data(line, text, start)
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
func (o *open) data(line, text []byte, start int64) {
	if o.lines++; o.lines == 1 {
		o.Data, o.first = text, wire.Line{At: start, Text: line}
	}
	o.size += len(text) + len("\n")
}

// largeLine is the length in bytes from which on a line that lies in several pieces of
// the body is made one: of a shorter one there are two copies where somebody keeps it.
const largeLine = 1 << 20

// own sees to it that the data of the frame [from, to), which has some, is there once,
// whoever keeps it: what does not lie in one piece of the body is lent to it.
func (o *open) own(body *wire.Body, from, to int64) {
	if o.lines == 1 && (len(o.Data) < largeLine || body.InOne(o.first.At, o.first.At+int64(len(o.first.Text)))) {
		return
	}
	if data := body.Joined(from, to); data != nil {
		o.Data = data
		return
	}
	lines := []wire.Line{o.first}
	if o.lines > 1 {
		lines = o.join(body, from, to)
	}
	body.Lend(from, to, o.Data, lines)
}

// join makes the frame's data of its data lines: a copy of them without room for more,
// since who reads a long text keeps it. It returns those that are worth to be lent.
func (o *open) join(body *wire.Body, from, to int64) (long []wire.Line) {
	o.Data = make([]byte, 0, o.size)
	l := lines{body: body}
	for line, start := range l.each(from, to) {
		name, text := split(line)
		if string(name) != "data" {
			continue
		}
		if o.Data = append(o.Data, text...); len(text) >= wire.LeastLent {
			long = append(long, wire.Line{At: start + int64(len(line)-len(text)), Text: o.Data[len(o.Data)-len(text):]})
		}
		o.Data = append(o.Data, '\n')
	}
	o.Data = bytes.TrimSuffix(o.Data, []byte("\n")) // there is none where the body was blanked since
	return long
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
