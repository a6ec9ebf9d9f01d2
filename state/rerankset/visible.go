package rerankset

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible returns a text for a file that may be shown in a terminal: control characters
// (C0, DEL, C1) and bidi controls (UAX #9) are escaped. Line breaks and tabs stay.
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

// hidden reports whether a terminal would obey a character, or draw others in another
// order for it.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}
