package redact

import (
	"bytes"
	"encoding/hex"
	"html"
	"sort"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// unit is one escape: the bytes that it encodes, and where it is spelled.
type unit struct {
	at, size       int32 // in the decoded text
	spelled, width int32 // in the text that it was decoded from
}

// escaped is a text that is spelled with escapes in another.
type escaped struct {
	units   []unit
	parent  text
	respell func(c byte, spelled []byte) []byte // a plain byte in the width of an escape; nil where that cannot be
	steps   *int                                // counts the bytes that are written
}

// write implements spelling. What cannot be respelled is masked. The bytes are spelled as
// one run, so that each level of nested escapes writes each of its bytes once.
func (e *escaped) write(at int, to []byte) (changed bool) {
	i := sort.Search(len(e.units), func(i int) bool { return int(e.units[i].at+e.units[i].size) > at })
	from := at
	if i < len(e.units) && int(e.units[i].at) <= at {
		from = int(e.units[i].spelled)
	} else if i > 0 {
		before := e.units[i-1]
		from += int(before.spelled + before.width - before.at - before.size)
	}
	spelled := make([]byte, 0, len(to))
	for len(to) > 0 {
		n := len(to)
		if i < len(e.units) {
			u := e.units[i]
			if begin := int(u.at); begin > at {
				n = min(n, begin-at)
			} else {
				n = min(n, int(u.at+u.size)-at)
				spelled = append(spelled, e.respelled(u, to[:n])...)
				at, to, i = at+n, to[n:], i+1
				continue
			}
		}
		spelled = append(spelled, to[:n]...)
		at, to = at+n, to[n:]
	}
	*e.steps += len(spelled)
	return e.parent.write(from, spelled)
}

// respelled returns an escape that spells other bytes, or stars.
func (e *escaped) respelled(u unit, to []byte) []byte {
	if len(to) == 1 && to[0] != '*' {
		if other := e.respell(to[0], e.parent.b[u.spelled:u.spelled+u.width]); other != nil {
			return other
		}
	}
	return bytes.Repeat([]byte("*"), int(u.width))
}

// touches reports whether an escape is in [from, to), or next to it.
func (e *escaped) touches(from, to int) bool {
	i := sort.Search(len(e.units), func(i int) bool { return int(e.units[i].at+e.units[i].size) >= from })
	return i < len(e.units) && int(e.units[i].at) <= to
}

// code is a way to write bytes as others. read appends what the escape at the beginning of
// b encodes, and returns the width of the escape; 0 where there is none.
type code struct {
	marks   string // what escapes begin with
	read    func(out, b []byte) (decoded []byte, width int)
	respell func(c byte, spelled []byte) []byte
}

func (c code) index(b []byte) int {
	if len(c.marks) == 1 {
		return bytes.IndexByte(b, c.marks[0])
	}
	return bytes.IndexAny(b, c.marks)
}

// decode undoes a code. Without an escape it returns the text itself and false. What decodes to
// itself is no escape.
func (s *search) decode(t text, c code) (text, bool) {
	e := &escaped{parent: t, respell: c.respell, steps: &s.steps}
	var out []byte
	done := 0
	for i := 0; i < len(t.b); {
		n := c.index(t.b[i:])
		if n < 0 {
			break
		}
		i += n
		if out == nil {
			out = make([]byte, 0, len(t.b))
		}
		out = append(out, t.b[done:i]...)
		done = i
		decoded, width := c.read(out, t.b[i:])
		if size := len(decoded) - len(out); width > 0 && !bytes.Equal(decoded[len(out):], t.b[i:i+width]) {
			e.units = append(e.units, unit{int32(len(out)), int32(size), int32(i), int32(width)})
			out = decoded
			i += width
			done = i
		} else {
			i++
		}
	}
	if len(e.units) == 0 {
		return t, false
	}
	s.spend(len(t.b))
	return text{b: append(out, t.b[done:]...), in: e}, true
}

// jsonCode returns the code of JSON strings (RFC 8259, section 7). Half a character is read as
// U+FFFD, as most decoders do.
func jsonCode() code {
	return code{
		marks: "\\",
		read: func(out, b []byte) ([]byte, int) {
			width := scan.EscapeLen(b)
			if width < len(`\n`) {
				return out, 0
			}
			if width == scan.HalfSize && scan.LoneSurrogate(b[:width]) == 0 {
				return utf8.AppendRune(out, utf8.RuneError), width
			}
			return scan.AppendUnquoted(out, b[:width]), width
		},
		respell: func(c byte, spelled []byte) []byte {
			switch len(spelled) {
			case len(`\/`):
				if c == spelled[1] && c == '/' {
					return spelled
				}
			case len(`\u002f`):
				return append([]byte(`\u00`), hex.EncodeToString([]byte{c})...)
			}
			return nil
		},
	}
}

// textCode returns the code of addresses (RFC 3986, section 2.1) and of HTML.
func textCode() code { return percentCode("%&") }

// formCode is textCode for a form, where spaces are written + (URL standard, section 5.1).
func formCode() code { return percentCode("%&+") }

func percentCode(marks string) code {
	return code{
		marks: marks,
		read: func(out, b []byte) ([]byte, int) {
			switch b[0] {
			case '+':
				return append(out, ' '), 1
			case '&':
				return readEntity(out, b)
			}
			const width = len("%2f")
			if len(b) < width {
				return out, 0
			}
			var c [1]byte
			if _, err := hex.Decode(c[:], b[1:width]); err != nil {
				return out, 0
			}
			return append(out, c[0]), width
		},
		respell: func(c byte, spelled []byte) []byte {
			if len(spelled) == 0 || spelled[0] != '%' {
				return nil
			}
			return append([]byte("%"), hex.EncodeToString([]byte{c})...)
		},
	}
}

// readEntity reads an entity of HTML.
func readEntity(out, b []byte) (decoded []byte, width int) {
	const maxEntity = len("&#0000064;")
	end := bytes.IndexByte(b[:min(maxEntity, len(b))], ';')
	if end < 2 {
		return out, 0
	}
	return append(out, html.UnescapeString(string(b[:end+1]))...), end + 1
}
