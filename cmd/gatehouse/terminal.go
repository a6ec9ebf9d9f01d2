package main

import (
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// forTerminal returns where JSON is written: stdout itself, or when a person
// looks at it one that escapes what the terminal would obey or hide.
func (h host) forTerminal() host {
	if isTerminal(h.stdout) {
		h.stdout = escaping{h.stdout}
	}
	return h
}

// escaping writes JSON with each control, bidi, zero-width and format character
// as \uXXXX: the same value, but nothing that a terminal obeys. Each write is
// one or several whole values.
type escaping struct{ w io.Writer }

func (e escaping) Write(p []byte) (int, error) {
	if _, err := e.w.Write(escapeJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escapeJSON(text []byte) []byte {
	out := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '\r': // only between values, where a space says the same
			out = append(out, ' ')
		case r == utf8.RuneError && size == 1:
			out = appendEscape(out, r) // a lone C1 byte would be obeyed, and is U+FFFD to a reader of JSON
		case r != '\n' && r != '\t' && hiddenInJSON(r):
			out = appendEscape(out, r)
		default:
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

// hiddenInJSON reports whether a terminal would obey r or draw nothing for it.
func hiddenInJSON(r rune) bool {
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
