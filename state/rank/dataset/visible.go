package dataset

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible escapes control characters (C0, DEL, C1) and bidi controls (UAX #9), but not line breaks and tabs.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case !hidden(r), r == '\r' && strings.HasPrefix(text[i+1:], "\n"):
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('\u2400' + r) // the pictures of the controls
		case r == 0x7f:
			b.WriteRune('␡')
		default:
			fmt.Fprintf(&b, "‹U+%04X›", r)
		}
	}
	return b.String()
}

// hidden reports whether a character controls a terminal or the order of others.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}
