package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Readable replaces escapes in JSON by their letters: "K\u00f6ln" becomes "Köln", and \/ a
// slash. Quotes, backslashes, line ends, control and format characters, and half a surrogate
// pair stay escaped, so that the JSON means the same. It may be a part of a document, but
// not one that begins after a backslash.
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

// readable returns the text for the escape that s begins with, and the length of the escape.
func readable(s string) (drawn string, size int) {
	r, size := DecodeEscape([]byte(s[:min(len(s), len(`\ud83d\ude00`))]))
	if !unicode.IsPrint(r) || r == utf8.RuneError || r == '"' || r == '\\' {
		return s[:size], size
	}
	return string(r), size
}
