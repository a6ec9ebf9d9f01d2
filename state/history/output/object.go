// Package output writes exchanges as JSON: the object of send --json, and the lines of
// send --events.
package output

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gatehouse/client/scan"
	"gatehouse/state/text/rope"
)

// Object writes one JSON object member by member, in a fixed order, and with raw values byte for
// byte, which encoding/json would compact.
type Object struct {
	buf   []byte
	began bool
	to    io.Writer // gets large values at once, without a copy; nil: all stays in buf
	err   error     // of the first write that failed
}

func (o *Object) key(name string) {
	if !o.began {
		o.buf = append(o.buf, '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.began = true
	o.buf = append(strconv.AppendQuote(o.buf, name), ':')
}

// Text writes a string and reports whether it was valid UTF-8; what was not is
// written as U+FFFD.
func (o *Object) Text(name, value string) (valid bool) {
	o.key(name)
	var err error
	o.buf, err = jsontext.AppendQuote(o.buf, value)
	return err == nil
}

// Int writes a whole number.
func (o *Object) Int(name string, value int64) {
	o.key(name)
	o.buf = strconv.AppendInt(o.buf, value, 10)
}

// Raw writes a value as received without the white space around it, which would break the line;
// bytes that are no UTF-8 become U+FFFD, or the object would be no JSON. An empty one is null.
func (o *Object) Raw(name string, value []byte) {
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

// rope writes a string in pieces that end between characters.
func (o *Object) rope(name string, value *rope.Rope) {
	o.key(name)
	o.buf = append(o.buf, '"')
	var quoted []byte
	for from, size := int64(0), value.Len(); from < size; {
		piece := value.Cut(from, min(from+pieceSize, size))
		if from+int64(len(piece)) < size {
			piece = trimPartialRune(piece)
		}
		quoted, _ = jsontext.AppendQuote(quoted[:0], piece)
		o.buf = append(o.buf, quoted[1:len(quoted)-1]...)
		o.flush()
		from += int64(len(piece))
	}
	o.buf = append(o.buf, '"')
}

// trimPartialRune returns a text without the beginning of a character at its end.
func trimPartialRune(s string) string {
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
func (o *Object) flush() {
	if o.to != nil {
		o.write(o.buf)
		o.buf = o.buf[:0]
	}
}

func (o *Object) write(p []byte) {
	if o.err == nil {
		_, o.err = o.to.Write(p)
	}
}

// OrNull writes a string, or null for an empty one.
func (o *Object) OrNull(name, value string) {
	if value == "" {
		o.Raw(name, nil)
		return
	}
	o.Text(name, value)
}

// Value writes what encoding/json can write.
func (o *Object) Value(name string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	o.Raw(name, value)
	return nil
}

// End closes the object and returns its bytes.
func (o *Object) End() []byte {
	if !o.began {
		o.buf = append(o.buf, '{')
	}
	return append(o.buf, '}')
}

// List returns a list of values.
func List(items ...[]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(items, []byte{','})...), ']')
}
