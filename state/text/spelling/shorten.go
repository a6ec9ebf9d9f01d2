package spelling

import "unicode/utf8"

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
