package capture

import (
	"bytes"
	"regexp"
	"sort"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// A JSON string may hold a JSON document as text, as a tool's arguments do, and that one
// another. An escape in the inner one is escaped again in the outer: a quote is \" in a
// string, \\\" in a string of a string. Programs differ in which characters they escape,
// and how (RFC 8259, section 7), at each of these levels. So the escapes of one level after
// the other are decoded, and the secrets are searched for in each.

// maxStrings is how many strings within one another are decoded.
const maxStrings = 4

// level is a text after the escapes of some strings were decoded.
type level struct {
	text    []byte
	outer   *level    // the text with the escapes; nil for the first level
	escapes []escaped // in their order
	cut     int       // offset in outer of an escape that its end truncates; the length of outer's text for none
}

// escaped is a character that was an escape.
type escaped struct {
	at, size     int32 // of the character in the text
	from, length int32 // of the escape in the outer text
}

// source returns the source of byte i in the outer text: the range of its escape, or one
// byte.
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

// span returns the source of some bytes in the first text, with their complete escapes.
func (l *level) span(from, to int) span {
	for ; l.outer != nil; l = l.outer {
		from, _ = l.source(from)
		_, to = l.source(to - 1)
	}
	return span{from, to}
}

// place returns the offset in the first text of byte i, which may be the end of the text.
func (l *level) place(i int) int {
	for ; l.outer != nil; l = l.outer {
		if i == len(l.text) {
			i = l.cut
		} else {
			i, _ = l.source(i)
		}
	}
	return i
}

// within returns the offset in the text of byte i of the first text, or of its escape.
func (l *level) within(i int) int {
	if l.outer == nil {
		return i
	}
	i = l.outer.within(i)
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

// inner decodes the escapes of one more string. An escape that the end of the text
// truncates is left out.
func (l *level) inner() *level {
	out := &level{text: make([]byte, 0, len(l.text)), outer: l, cut: len(l.text)}
	for i := 0; ; {
		plain := bytes.IndexByte(l.text[i:], '\\')
		if plain < 0 {
			out.text = append(out.text, l.text[i:]...)
			return out
		}
		out.text = append(out.text, l.text[i:i+plain]...)
		i += plain
		r, n := escape(l.text[i:])
		if n == 0 {
			out.cut = i
			return out
		}
		at := len(out.text)
		out.text = utf8.AppendRune(out.text, r)
		if n > 1 { // a backslash that begins no escape has a length of 1
			out.escapes = append(out.escapes, escaped{int32(at), int32(len(out.text) - at), int32(i), int32(n)})
		}
		i += n
	}
}

// maxEscape is the length of the longest escape, a pair of surrogates.
const maxEscape = len(`\ud83d\ude00`)

// openEscape matches an escape that the end of the text truncates.
var openEscape = regexp.MustCompile(`^\\(u([0-9a-fA-F]{0,3}|[dD][89abAB][0-9a-fA-F]{2}(\\(u[0-9a-fA-F]{0,3})?)?))?$`)

// escape reads the escape that a text begins with, or a backslash that begins none. n is its
// length; 0 if the text ends before that is known.
func escape(p []byte) (r rune, n int) {
	if len(p) < maxEscape && openEscape.Match(p) {
		return 0, 0
	}
	return scan.DecodeEscape(p)
}

// search adds the positions of the secrets in a level, overlapping ones too. open is the first
// position where a secret may begin that continues after its end.
func (s *Secrets) search(l *level, found []span) (all []span, open int) {
	longest := 0
	for _, secret := range s.known {
		for at := 0; ; {
			i := bytes.Index(l.text[at:], secret)
			if i < 0 {
				break
			}
			found = append(found, l.span(at+i, at+i+len(secret)))
			at += i + 1
		}
		for n := min(len(secret)-1, len(l.text)); n > longest; n-- {
			if bytes.HasSuffix(l.text, secret[:n]) {
				longest = n
			}
		}
	}
	return found, l.place(len(l.text) - longest)
}

// searchLevels returns the positions of the secrets in p, and the first position, outside
// the escapes of all levels, where a secret or an escape may begin that continues after its
// end.
func (s *Secrets) searchLevels(p []byte) (found []span, open int) {
	l := &level{text: p}
	found, open = s.search(l, nil)
	for range maxStrings {
		if bytes.IndexByte(l.text, '\\') < 0 {
			break
		}
		l = l.inner()
		from := 0
		found, from = s.search(l, found)
		open = min(open, from)
	}
	return found, l.place(l.within(open))
}
