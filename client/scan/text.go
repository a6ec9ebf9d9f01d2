package scan

import (
	"bytes"
	"unicode/utf8"
	"unsafe"
)

// Text returns a string value decoded; "" for any other kind. Bytes that are not UTF-8
// stay.
func Text(v []byte) string {
	v = StringContent(v)
	if bytes.IndexByte(v, '\\') < 0 {
		return string(v)
	}
	text := AppendUnquoted(make([]byte, 0, UnquotedLen(v)), v)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// TextStart returns the beginning of Text, of at most maxSpelled bytes between the quotes. It
// does not cut an escape, a surrogate pair or a character.
func TextStart(v []byte, maxSpelled int) string {
	v = StringContent(v)
	end := 0
	for end < len(v) {
		size := 1
		if v[end] == '\\' {
			size = EscapeLen(v[end:])
		} else if v[end] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(v[end:])
		}
		if end+size > maxSpelled {
			break
		}
		end += size
	}
	return string(AppendUnquoted(nil, v[:end]))
}

// TextLen returns the length of Text in bytes.
func TextLen(v []byte) int { return UnquotedLen(StringContent(v)) }

// StringContent returns a string value without its quotes, as spelled; nil for any other
// kind.
func StringContent(v []byte) []byte {
	v = bytes.TrimSpace(v)
	if len(v) < len(`""`) || v[0] != '"' {
		return nil
	}
	return v[1 : len(v)-1]
}

// Runes counts the Unicode code points of a string value, decoded.
func Runes(v []byte) int { return utf8.RuneCountInString(Text(v)) }

// AsSpelled returns a value of any kind with its quotes and escapes. The text shares the
// bytes, which must not be written to from then on: those of a capture never are
// (wire.Body).
func AsSpelled(v []byte) string { return unsafe.String(unsafe.SliceData(v), len(v)) }

// AnyText returns a string's text, "" for null, and any other value as spelled: some
// services send an object instead of a string.
func AnyText(v []byte) string {
	if KindOf(v) == String || IsNull(v) {
		return Text(v)
	}
	return string(v)
}

// DecodesTo reports whether v is a string value that decodes to s, without decoding it. It
// reports false for a text with other than the short escapes.
func DecodesTo(v []byte, s string) bool {
	if v = bytes.TrimSpace(v); len(v) < 2 || v[0] != '"' {
		return false
	}
	for v = v[1 : len(v)-1]; ; {
		n := bytes.IndexByte(v, '\\')
		if n < 0 {
			return string(v) == s
		}
		if n+1 >= len(v) || n >= len(s) || string(v[:n]) != s[:n] || s[n] != unescaped(v[n+1]) {
			return false
		}
		v, s = v[n+2:], s[n+1:]
	}
}
