package redact

import (
	"bytes"
	"encoding/hex"
	"html"
	"sort"

	"gatehouse/client/scan"
)

// unit is one escape: the bytes that it stands for, and where it is spelled.
type unit struct {
	at, size       int // in the decoded text
	spelled, width int // in the text that it was decoded from
}

// escaped is a text that is spelled with escapes in another.
type escaped struct {
	units   []unit
	parent  text
	respell func(c byte, spelled []byte) []byte // a plain byte in the width of an escape; nil where that cannot be
}

// write implements spelling. What cannot be respelled is masked.
func (e *escaped) write(at int, c byte) (changed bool) {
	i := sort.Search(len(e.units), func(i int) bool { return e.units[i].at > at }) - 1
	if i < 0 {
		return e.parent.write(at, c)
	}
	u := e.units[i]
	if at >= u.at+u.size {
		return e.parent.write(u.spelled+u.width+at-u.at-u.size, c)
	}
	spelled := e.parent.b[u.spelled : u.spelled+u.width]
	to := bytes.Repeat([]byte("*"), u.width)
	if c != '*' {
		if other := e.respell(c, spelled); other != nil {
			to = other
		}
	}
	for i, c := range to {
		changed = e.parent.write(u.spelled+i, c) || changed
	}
	return changed
}

// code is a way to write bytes as others. read returns what the escape at the beginning of
// its argument stands for, and its width; no width where there is none.
type code struct {
	marks   string // what escapes begin with
	read    func([]byte) (decoded []byte, width int)
	respell func(c byte, spelled []byte) []byte
}

func (c code) index(b []byte) int {
	if len(c.marks) == 1 {
		return bytes.IndexByte(b, c.marks[0])
	}
	return bytes.IndexAny(b, c.marks)
}

// decode undoes a code. Without a single escape it returns the text itself, and false.
func (c code) decode(t text) (text, bool) {
	e := &escaped{parent: t, respell: c.respell}
	var out []byte
	done := 0
	for i := 0; i < len(t.b); {
		n := c.index(t.b[i:])
		if n < 0 {
			break
		}
		i += n
		decoded, width := c.read(t.b[i:])
		if width == 0 {
			i++
			continue
		}
		if out == nil {
			out = make([]byte, 0, len(t.b))
		}
		out = append(out, t.b[done:i]...)
		e.units = append(e.units, unit{len(out), len(decoded), i, width})
		out = append(out, decoded...)
		i += width
		done = i
	}
	if len(e.units) == 0 {
		return t, false
	}
	return text{b: append(out, t.b[done:]...), in: e}, true
}

// jsonCode is that of JSON's strings (RFC 8259, section 7).
func jsonCode() code {
	return code{
		marks: "\\",
		read: func(b []byte) ([]byte, int) {
			width := scan.EscapeLen(b)
			if width < len(`\n`) {
				return nil, 0
			}
			return scan.AppendUnquoted(nil, b[:width]), width
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

// percentCode is that of addresses (RFC 3986, section 2.1).
func percentCode() code {
	return code{
		marks: "%",
		read: func(b []byte) ([]byte, int) {
			if len(b) < len("%2f") {
				return nil, 0
			}
			decoded, err := hex.DecodeString(string(b[1:3]))
			if err != nil {
				return nil, 0
			}
			return decoded, len("%2f")
		},
		respell: func(c byte, _ []byte) []byte { return append([]byte("%"), hex.EncodeToString([]byte{c})...) },
	}
}

// formCode is that of forms, whose spaces are written + (URL standard, section 5.1).
func formCode() code {
	percent := percentCode()
	return code{
		marks: "%+",
		read: func(b []byte) ([]byte, int) {
			if b[0] == '+' {
				return []byte(" "), 1
			}
			return percent.read(b)
		},
		respell: percent.respell,
	}
}

// entityCode is that of HTML.
func entityCode() code {
	const longest = len("&#0000064;")
	return code{
		marks: "&",
		read: func(b []byte) ([]byte, int) {
			end := bytes.IndexByte(b[:min(longest, len(b))], ';')
			if end < 2 {
				return nil, 0
			}
			spelled := string(b[:end+1])
			decoded := html.UnescapeString(spelled)
			if decoded == spelled {
				return nil, 0
			}
			return []byte(decoded), end + 1
		},
		respell: func(byte, []byte) []byte { return nil },
	}
}
