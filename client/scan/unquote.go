package scan

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUnquoted appends the text of a JSON string without its quotes. Half a surrogate
// pair, bytes that are not UTF-8 and escapes that JSON does not have are not changed.
func AppendUnquoted(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return append(dst, s...)
		}
		r, size := DecodeEscape(s[i:])
		if utf16.IsSurrogate(r) {
			dst, s = append(dst, s[:i+size]...), s[i+size:]
			continue
		}
		dst, s = utf8.AppendRune(append(dst, s[:i]...), r), s[i+size:]
	}
}

// UnquotedLen returns how many bytes AppendUnquoted appends.
func UnquotedLen(s []byte) (n int) {
	var buf [utf8.UTFMax]byte
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return n + len(s)
		}
		r, size := DecodeEscape(s[i:])
		if n += i + size; !utf16.IsSurrogate(r) {
			n += len(utf8.AppendRune(buf[:0], r)) - size
		}
		s = s[i+size:]
	}
}

// EscapeLen returns the length in bytes of the escape, or pair of surrogates, that s begins
// with.
func EscapeLen(s []byte) int {
	_, size := DecodeEscape(s)
	return size
}

// LoneSurrogate returns the offset of the first escape in a document that is half a
// character, as \ud800 alone is; -1 if there is none. The grammar allows it, but strict
// receivers reject the document (RFC 8259, section 8.2).
func LoneSurrogate(doc []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(doc[at:], '\\')
		if i < 0 {
			return -1
		}
		at += i
		r, size := DecodeEscape(doc[at:])
		if utf16.IsSurrogate(r) {
			return at
		}
		at += size
	}
}

// HalfSize is the length of half a character as spelled, in bytes.
const HalfSize = len(`\ud83d`)

// Halves reports where a string, spelled without its quotes, has halves of characters: the
// second of one at its beginning, the first of one at its end, and any other.
func Halves(s []byte) (first, last, other bool) {
	if !bytes.Contains(s, []byte(`\u`)) {
		return false, false, false
	}
	for at := 0; ; {
		i := LoneSurrogate(s[at:])
		if i < 0 {
			return first, last, other
		}
		at += i
		r, _ := DecodeEscape(s[at:])
		switch low := r >= 0xdc00; {
		case low && at == 0:
			first = true
		case !low && at+HalfSize == len(s):
			last = true
		default:
			other = true
		}
		at += HalfSize
	}
}

// JoinHalves returns the character of two halves as spelled.
func JoinHalves(first, last string) string {
	r, _ := DecodeEscape([]byte(first + last))
	return string(r)
}

// DecodeEscape returns the character of the escape, or pair of surrogates, that s begins with,
// and its length in bytes. The character may be half a surrogate pair; it is the backslash if
// JSON does not have the escape.
func DecodeEscape(s []byte) (r rune, size int) {
	const short, long = len(`\n`), len(`\u0000`)
	if len(s) >= short && unescaped(s[1]) != 0 {
		return rune(unescaped(s[1])), short
	}
	r, ok := codeUnit(s)
	if !ok {
		return '\\', 1
	}
	if utf16.IsSurrogate(r) {
		if low, ok := codeUnit(s[long:]); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				return both, 2 * long
			}
		}
	}
	return r, long
}

// unescaped returns the character of the escape of a backslash and c, or 0 if JSON has no
// such escape.
func unescaped(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return 0
}

// codeUnit reads the \u0000 that s begins with.
func codeUnit(s []byte) (r rune, ok bool) {
	if len(s) < len(`\u0000`) || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	return hex4(s, 2)
}

// hex4 reads four hexadecimal digits at offset i.
func hex4(data []byte, i int) (r rune, ok bool) {
	if len(data)-i < 4 {
		return 0, false
	}
	for _, c := range data[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Readable replaces escapes in JSON by their letters: "K\u00f6ln" becomes "Köln", and \/ a
// slash. Quotes, backslashes, line ends, control and format characters, and half a surrogate
// pair stay escaped, so that the JSON means the same. It may be a part of a document, but
// not one that begins after a backslash.
func Readable(json string) string {
	at := strings.IndexByte(json, '\\')
	if at < 0 {
		return json
	}
	var b strings.Builder
	b.Grow(len(json))
	for at >= 0 {
		b.WriteString(json[:at])
		letter, size := readable(json[at:])
		b.WriteString(letter)
		json = json[at+size:]
		at = strings.IndexByte(json, '\\')
	}
	b.WriteString(json)
	return b.String()
}

// readable returns the text for the escape that s begins with, and the length of the escape.
func readable(s string) (drawn string, size int) {
	r, size := DecodeEscape([]byte(s[:min(len(s), len(`\ud83d\ude00`))]))
	if !unicode.IsPrint(r) || r == utf8.RuneError || r == '"' || r == '\\' {
		return s[:size], size
	}
	return string(r), size
}
