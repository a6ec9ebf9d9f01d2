package spelling

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Some lists the first of some names, and how many more there are.
func Some(names []string, most int) string {
	text := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Unique returns a name that is not taken: with a number where it is.
func Unique(name string, taken func(string) bool) string {
	one := name
	for n := 2; taken(one); n++ {
		one = fmt.Sprintf("%s (%d)", name, n)
	}
	return one
}

// Shorten returns the first characters of a text and an ellipsis; all of a text that has no more.
func Shorten(s string, characters int) string {
	for at := range s {
		if characters--; characters < 0 {
			return s[:at] + "…"
		}
	}
	return s
}

// Fit returns a text in at most a number of characters, among them the ellipsis of one that is shortened.
func Fit(s string, characters int) string {
	if Shorten(s, characters) == s {
		return s
	}
	return Shorten(s, characters-1)
}

// ShortenBytes returns the first bytes of a text, cut between characters, and an ellipsis; all of a text
// that has no more.
func ShortenBytes(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes] + "…"
}
