package output

import (
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Escape writes in JSON each control, bidi, zero-width and format character as \uXXXX: the same
// value, but nothing that a terminal obeys or hides.
func Escape(doc []byte) []byte {
	out := make([]byte, 0, len(doc)+16)
	for len(doc) > 0 {
		r, size := utf8.DecodeRune(doc)
		switch {
		case r == '\r': // only between values, where a space says the same
			out = append(out, ' ')
		case r == utf8.RuneError && size == 1:
			out = appendEscape(out, r) // a lone C1 byte would be obeyed, and is U+FFFD to a reader of JSON
		case r != '\n' && r != '\t' && Hidden(r):
			out = appendEscape(out, r)
		default:
			out = append(out, doc[:size]...)
		}
		doc = doc[size:]
	}
	return out
}

// Hidden reports whether a terminal would obey r or draw nothing for it.
func Hidden(r rune) bool {
	return r < 0x20 || r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
}

func appendEscape(out []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return appendEscape(appendEscape(out, high), low)
	}
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
