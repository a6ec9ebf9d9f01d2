package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Readable writes JSON with its letters in the place of their escapes: "K\u00f6ln"
// becomes "Köln", and \/ a slash. What would not be seen as itself keeps its escape:
// quotes, backslashes, line ends, control and format characters, half a surrogate
// pair. The result means what the JSON meant. It may be a part of a document, but
// not one that begins behind a backslash.
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

// readable returns what is drawn for the escape that s begins with, and how many
// bytes of s that is.
func readable(s string) (drawn string, size int) {
	r, size := escaped([]byte(s[:min(len(s), len(`\ud83d\ude00`))]))
	if !unicode.IsPrint(r) || r == utf8.RuneError || r == '"' || r == '\\' {
		return s[:size], size
	}
	return string(r), size
}
