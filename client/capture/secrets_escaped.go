package capture

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A JSON string may hold a JSON document as text, as a tool's arguments do, and that one
// another. What is an escape in the inner one is escaped again in the outer: a quote is \"
// in a string, \\\" in a string of a string. Each program chooses itself which characters
// it escapes, and how (RFC 8259, section 7), at each of these levels.

// mostStrings is how many strings within one another are looked into: in the last a quote
// has 255 backslashes.
const mostStrings = 8

// longestRun is the longest run of backslashes in front of a character that is no
// backslash itself.
const longestRun = 1 << (mostStrings - 1)

// escaped returns the positions of the secrets in p that are spelled with escapes of JSON,
// and the least position from which p may end within one; len(p) for none.
func (s *Secrets) escaped(p []byte) (found []span, open int) {
	open = len(p)
	run := 0 // backslashes from the one that is looked at on
	for at := bytes.IndexByte(p, '\\'); at >= 0; {
		if run == 0 {
			for run = 1; at+run < len(p) && p[at+run] == '\\'; run++ {
			}
		}
		first := firstEscaped(p[at:])
		for _, text := range s.known {
			found, open = matches(p, at, run, text, first, found, open)
		}
		at++
		if run--; run > 0 {
			continue
		}
		next := bytes.IndexByte(p[at:], '\\')
		if next < 0 {
			break
		}
		at += next
	}
	return found, open
}

// matches adds where text is spelled with its first escape at a position of p. What is in
// front of it is spelled plainly. run is how many backslashes there are, and first what
// firstEscaped says of them.
func matches(p []byte, at, run int, text []byte, first rune, found []span, open int) ([]span, int) {
	if first != unknown && !bytes.ContainsRune(text, first) || run > longestRun && bytes.IndexByte(text, '\\') < 0 {
		return found, open
	}
	for plain := range text {
		if plain > 0 && (plain > at || text[plain-1] != p[at-1] || !bytes.HasSuffix(p[:at], text[:plain])) {
			continue
		}
		if r, _ := utf8.DecodeRune(text[plain:]); first != unknown && r != first {
			continue
		}
		for depth := 1; depth <= mostStrings; depth++ {
			switch n := spelled(p[at:], text[plain:], depth); n {
			case differs:
			case cutOff:
				open = min(open, at-plain)
			default:
				found = append(found, span{at - plain, at + n})
			}
		}
	}
	return found, open
}

// unknown is a character that depends on the depth, or on what follows.
const unknown = -2

// firstEscaped is the character that p begins with an escape of, at every depth: it is no
// backslash then. -1 is none at all.
func firstEscaped(p []byte) rune {
	switch {
	case len(p) < 2 || p[1] == '\\':
		return unknown
	case p[1] != 'u':
		if i := strings.IndexByte(shortEscapes, p[1]); i >= 0 {
			return rune(shortEscaped[i])
		}
		return -1
	case len(p) < len(`\u0000`):
		return unknown
	}
	r := rune(0)
	for _, c := range p[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return unknown // its digits may be escaped
		}
	}
	if r == '\\' || utf16.IsSurrogate(r) {
		return unknown
	}
	return r
}

// shortEscapes are what stands behind the backslash of an escape of two bytes, and
// shortEscaped what it means.
const (
	shortEscapes = `"\/bfnrt`
	shortEscaped = "\"\\/\b\f\n\r\t"
)

// What spelled and character return beside a length.
const (
	differs = 0  // p begins with something else
	cutOff  = -1 // p ends before that can be said
)

// spelled returns how many bytes of p spell a text at its beginning, in a string so many
// strings deep; or differs, or cutOff.
func spelled(p, text []byte, depth int) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		w := 0
		if r == utf8.RuneError && size == 1 {
			w = literal(p[n:], text[:1])
		} else {
			w = character(p[n:], r, text[:size], depth)
		}
		if w <= 0 {
			return w
		}
		n, text = n+w, text[size:]
	}
	return n
}

// literal is spelled for what is written as it is.
func literal(p, text []byte) int {
	switch {
	case bytes.HasPrefix(p, text):
		return len(text)
	case bytes.HasPrefix(text, p):
		return cutOff
	}
	return differs
}

// character is spelled for one character.
func character(p []byte, r rune, plain []byte, depth int) int {
	if depth == 0 || len(p) == 0 || p[0] != '\\' {
		if r == '\\' && depth > 0 && len(p) > 0 {
			return differs // a backslash is never plain in a string
		}
		return literal(p, plain)
	}
	n := character(p, '\\', []byte{'\\'}, depth-1)
	if n == cutOff {
		return cutOff
	}
	if n == differs {
		if r == '\\' {
			return differs
		}
		return character(p, r, plain, depth-1)
	}
	w := behindBackslash(p[n:], r, depth-1)
	if w <= 0 {
		return w
	}
	return n + w
}

// behindBackslash is what follows the backslash in an escape of a character: a letter or
// the character itself, or u and its number, in two halves where it is large.
func behindBackslash(p []byte, r rune, depth int) int {
	if r < utf8.RuneSelf {
		if i := strings.IndexByte(shortEscaped, byte(r)); i >= 0 {
			if w := spelled(p, []byte{shortEscapes[i]}, depth); w != differs {
				return w
			}
		}
	}
	first, second := utf16.EncodeRune(r)
	if first == utf8.RuneError {
		return number(p, r, depth)
	}
	n := number(p, first, depth)
	if n <= 0 {
		return n
	}
	slash := character(p[n:], '\\', []byte{'\\'}, depth)
	if slash <= 0 {
		return slash
	}
	w := number(p[n+slash:], second, depth)
	if w <= 0 {
		return w
	}
	return n + slash + w
}

// number is u and four digits of either case.
func number(p []byte, r rune, depth int) (n int) {
	const hex = "0123456789abcdef"
	for _, c := range []byte{'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]} {
		w := spelled(p[n:], []byte{c}, depth)
		if upper := c - 'a' + 'A'; w == differs && c >= 'a' && c <= 'f' {
			w = spelled(p[n:], []byte{upper}, depth)
		}
		if w <= 0 {
			return w
		}
		n += w
	}
	return n
}
