package scan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUnquoted appends the text that s spells, where s is what stands between
// the quotes of a JSON string. Half a surrogate pair becomes U+FFFD, as in
// encoding/json; bytes that are no UTF-8, and escapes that JSON does not have,
// stay as they came.
func AppendUnquoted(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return append(dst, s...)
		}
		dst, s = appendEscape(append(dst, s[:i]...), s[i:])
	}
}

// UnquotedLen returns the length in bytes of what AppendUnquoted appends.
func UnquotedLen(s []byte) (n int) {
	var room [utf8.UTFMax]byte
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return n + len(s)
		}
		var char []byte
		char, s = appendEscape(room[:0], s[i:])
		n += i + len(char)
	}
}

// appendEscape appends what the escape that s begins with stands for, and
// returns what is behind it.
func appendEscape(dst, s []byte) (out, rest []byte) {
	if len(s) < len(`\n`) {
		return append(dst, s...), nil
	}
	c, rest := s[1], s[2:]
	switch c {
	case '"', '\\', '/':
		return append(dst, c), rest
	case 'b':
		return append(dst, '\b'), rest
	case 'f':
		return append(dst, '\f'), rest
	case 'n':
		return append(dst, '\n'), rest
	case 'r':
		return append(dst, '\r'), rest
	case 't':
		return append(dst, '\t'), rest
	case 'u':
		if r, ok := hex4(rest, 0); ok {
			rest = rest[4:]
			if low, ok := unicodeEscape(rest); ok && utf16.IsSurrogate(r) {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					return utf8.AppendRune(dst, both), rest[len(`\u0000`):]
				}
			}
			return utf8.AppendRune(dst, r), rest
		}
	}
	return append(dst, '\\'), s[1:]
}

// unicodeEscape reads the \u0000 that s begins with.
func unicodeEscape(s []byte) (r rune, ok bool) {
	if len(s) < len(`\u0000`) || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	return hex4(s, 2)
}

// hex4 reads four hexadecimal digits at place i.
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
