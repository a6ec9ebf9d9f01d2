package wire

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnquoted appends the text that s spells, where s is what stands between
// the quotes of a valid JSON string. Half a surrogate pair becomes U+FFFD, as in
// encoding/json; bytes that are no UTF-8 stay as they came.
func appendUnquoted(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		s = s[i+1:]
		c := s[0]
		s = s[1:]
		switch c {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			var r rune
			r, s = unquoteRune(s)
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, c)
		}
	}
}

// unquoteRune reads the four digits behind \u, and the second half of a
// surrogate pair where one follows.
func unquoteRune(s []byte) (r rune, rest []byte) {
	r, _ = hex4(s, 0)
	s = s[4:]
	if !utf16.IsSurrogate(r) {
		return r, s
	}
	if len(s) >= 6 && s[0] == '\\' && s[1] == 'u' {
		low, _ := hex4(s, 2)
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			return both, s[6:]
		}
	}
	return utf8.RuneError, s
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
