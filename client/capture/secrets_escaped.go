package capture

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A JSON string may hold a JSON document as text, as a tool's arguments do, and that one
// another. What is an escape in the inner one is escaped again in the outer: a quote is \"
// in a string, \\\" in a string of a string. Each program chooses itself which characters
// it escapes, and how (RFC 8259, section 7), at each of these levels. So the text is read
// level by level, and the secrets are looked for in each.

// mostStrings is how many strings within one another are read.
const mostStrings = 4

// level is a text as it is in so many strings.
type level struct {
	text    []byte
	of      *level    // whose text has the escapes; nil for the first
	escapes []escaped // in their order
	cut     int       // where the text of the other ends within an escape; its length for nowhere
}

// escaped is an escape: what it is in the text, and where it comes from.
type escaped struct{ at, size, from, length int32 }

// source is where in the text of the other a byte comes from: the beginning and the end of
// its escape, or it alone.
func (l *level) source(i int) (from, to int) {
	at := sort.Search(len(l.escapes), func(n int) bool { return int(l.escapes[n].at) > i }) - 1
	if at < 0 {
		return i, i + 1
	}
	e := l.escapes[at]
	if i < int(e.at+e.size) {
		return int(e.from), int(e.from + e.length)
	}
	i += int(e.from + e.length - e.at - e.size)
	return i, i + 1
}

// span is where in the first text some bytes come from, with the whole of their escapes.
func (l *level) span(from, to int) span {
	for ; l.of != nil; l = l.of {
		from, _ = l.source(from)
		_, to = l.source(to - 1)
	}
	return span{from, to}
}

// place is where in the first text a byte, or the end of the text, comes from.
func (l *level) place(i int) int {
	for ; l.of != nil; l = l.of {
		if i == len(l.text) {
			i = l.cut
		} else {
			i, _ = l.source(i)
		}
	}
	return i
}

// within is the byte of the text that comes from a byte of the first text, or from the
// escape that holds it.
func (l *level) within(i int) int {
	if l.of == nil {
		return i
	}
	i = l.of.within(i)
	at := sort.Search(len(l.escapes), func(n int) bool { return int(l.escapes[n].from) > i }) - 1
	if at < 0 {
		return min(i, len(l.text))
	}
	e := l.escapes[at]
	if i < int(e.from+e.length) {
		return int(e.at)
	}
	return min(i+int(e.at+e.size-e.from-e.length), len(l.text))
}

// inner reads the escapes of one more string. What is none stays as it is. Where the text
// ends within an escape, that one is left out.
func (l *level) inner() *level {
	in := l.text
	out := &level{text: make([]byte, 0, len(in)), of: l}
	for len(in) > 0 {
		plain := bytes.IndexByte(in, '\\')
		if plain < 0 {
			plain = len(in)
		}
		out.text = append(out.text, in[:plain]...)
		if in = in[plain:]; len(in) == 0 {
			break
		}
		r, n := escape(in)
		if n == 0 {
			break
		}
		at := len(out.text)
		out.text = utf8.AppendRune(out.text, r)
		if n > 1 { // it is one
			out.escapes = append(out.escapes, escaped{int32(at), int32(len(out.text) - at), int32(len(l.text) - len(in)), int32(n)})
		}
		in = in[n:]
	}
	out.cut = len(l.text) - len(in)
	return out
}

// shortEscapes are the letters behind the backslash in an escape of two bytes, and
// shortEscaped what they mean.
const (
	shortEscapes = `"\/bfnrt`
	shortEscaped = "\"\\/\b\f\n\r\t"
)

// escape reads what a text begins with: an escape, or a backslash that is none. n is its
// length; 0 where the text ends before that is known.
func escape(p []byte) (r rune, n int) {
	if len(p) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(shortEscapes, p[1]); i >= 0 {
		return rune(shortEscaped[i]), 2
	}
	first, n := number(p)
	if n == 0 || !utf16.IsSurrogate(first) {
		return first, n
	}
	second, m := rune(0), 0
	if rest := p[n:]; len(rest) > 0 && rest[0] != '\\' {
		return utf8.RuneError, n
	} else if second, m = number(rest); m == 0 {
		return 0, 0
	}
	if r = utf16.DecodeRune(first, second); r == utf8.RuneError {
		return r, n // the second is for itself
	}
	return r, n + m
}

// number reads \u and four digits, as escape does.
func number(p []byte) (r rune, n int) {
	const length = len(`\u0000`)
	for i, c := range p[:min(len(p), length)] {
		switch digit := c | 0x20; {
		case i == 0 || i == 1 && c == 'u':
		case i > 1 && c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case i > 1 && digit >= 'a' && digit <= 'f':
			r = r<<4 | rune(digit-'a'+10)
		default:
			return '\\', 1
		}
	}
	if len(p) < length {
		return 0, 0
	}
	return r, length
}

// in adds the positions of the secrets in a level, overlapping ones too, and returns the
// least position from which one may begin that goes on behind its end.
func (s *Secrets) in(l *level, found []span) (all []span, open int) {
	most := 0
	for _, secret := range s.known {
		for at := 0; ; {
			i := bytes.Index(l.text[at:], secret)
			if i < 0 {
				break
			}
			found = append(found, l.span(at+i, at+i+len(secret)))
			at += i + 1
		}
		for n := min(len(secret)-1, len(l.text)); n > most; n-- {
			if bytes.HasSuffix(l.text, secret[:n]) {
				most = n
			}
		}
	}
	return found, l.place(len(l.text) - most)
}

// atEveryLevel returns the positions of the secrets in p, and the least position from which
// a secret or an escape may go on behind its end. No escape of any level is divided there.
func (s *Secrets) atEveryLevel(p []byte) (found []span, open int) {
	l := &level{text: p}
	found, open = s.in(l, nil)
	for range mostStrings {
		if bytes.IndexByte(l.text, '\\') < 0 {
			break
		}
		l = l.inner()
		from := 0
		found, from = s.in(l, found)
		open = min(open, from)
	}
	return found, l.place(l.within(open))
}
