package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/rope"
)

// object writes one JSON object member by member: the order is ours, and raw
// values keep every byte, which encoding/json would compact.
type object struct {
	buf   []byte
	began bool
	to    io.Writer // gets large values at once, without a copy; nil: all stays in buf
	err   error     // of the first write that failed
}

func (o *object) key(name string) {
	if !o.began {
		o.buf = append(o.buf, '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.began = true
	o.buf = append(strconv.AppendQuote(o.buf, name), ':')
}

// text writes a string and reports whether it was valid UTF-8; what was not is
// written as U+FFFD.
func (o *object) text(name, value string) (valid bool) {
	o.key(name)
	var err error
	o.buf, err = jsontext.AppendQuote(o.buf, value)
	return err == nil
}

func (o *object) int(name string, value int64) {
	o.key(name)
	o.buf = strconv.AppendInt(o.buf, value, 10)
}

// raw writes a value as it came without the white space around it, which would
// break the line; bytes that are no UTF-8 become U+FFFD, or the whole would be no
// JSON. An empty one is null.
func (o *object) raw(name string, value []byte) {
	o.key(name)
	value = bytes.Trim(value, " \t\r\n")
	if len(value) == 0 {
		value = []byte("null")
	}
	value = scan.UTF8(value)
	if o.to == nil || len(value) < pieceSize {
		o.buf = append(o.buf, value...)
		return
	}
	o.flush()
	o.write(value)
}

// pieceSize is how much of a text is encoded at a time, in bytes.
const pieceSize = 64 << 10

// rope writes a string in pieces, none of which ends within a character.
func (o *object) rope(name string, value *rope.Rope) {
	o.key(name)
	o.buf = append(o.buf, '"')
	var quoted []byte
	for from, size := int64(0), value.Len(); from < size; {
		piece := value.Cut(from, min(from+pieceSize, size))
		if from+int64(len(piece)) < size {
			piece = wholeCharacters(piece)
		}
		quoted, _ = jsontext.AppendQuote(quoted[:0], piece)
		o.buf = append(o.buf, quoted[1:len(quoted)-1]...)
		o.flush()
		from += int64(len(piece))
	}
	o.buf = append(o.buf, '"')
}

// wholeCharacters is a text without the beginning of a character at its end.
func wholeCharacters(s string) string {
	for at := len(s) - 1; at > 0 && at >= len(s)-utf8.UTFMax; at-- {
		if utf8.RuneStart(s[at]) {
			if !utf8.FullRuneInString(s[at:]) {
				return s[:at]
			}
			break
		}
	}
	return s
}

// flush writes what there is, where it goes anywhere.
func (o *object) flush() {
	if o.to != nil {
		o.write(o.buf)
		o.buf = o.buf[:0]
	}
}

func (o *object) write(p []byte) {
	if o.err == nil {
		_, o.err = o.to.Write(p)
	}
}

// orNull writes a string, or null for an empty one.
func (o *object) orNull(name, value string) {
	if value == "" {
		o.raw(name, nil)
		return
	}
	o.text(name, value)
}

// value writes what encoding/json can write.
func (o *object) value(name string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	o.raw(name, value)
	return nil
}

// end closes the object and returns its bytes.
func (o *object) end() []byte {
	if !o.began {
		o.buf = append(o.buf, '{')
	}
	return append(o.buf, '}')
}

// status is the HTTP status as JSON: 0 when no head came, nil where it is not known.
func status(x *state.Exchange) []byte {
	switch {
	case x.Head == nil && x.Known.Answer:
		return []byte("0")
	case x.Head == nil || x.Head.Status == 0:
		return nil
	}
	return strconv.AppendInt(nil, int64(x.Head.Status), 10)
}

// verdictJSON is the verdict, nil where it is not known.
func verdictJSON(v state.Verdict) []byte {
	if v == state.Unknown {
		return nil
	}
	return scan.Quote(string(v))
}

// warnings are never null.
func warnings(x *state.Exchange) []state.Warning {
	if x.Warnings == nil {
		return []state.Warning{}
	}
	return x.Warnings
}
