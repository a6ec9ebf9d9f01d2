package files

import (
	"cmp"
	"strings"
	"unicode"
)

// What of a request is in the name of its file.
const (
	nameWords = 5
	nameRunes = 48
)

// RequestName is a name for the file of a request, made of the first words that were said.
func RequestName(said string) string {
	words := strings.FieldsFunc(strings.ToLower(said), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := []rune(cmp.Or(strings.Join(words[:min(len(words), nameWords)], "-"), "request"))
	return Name(string(name[:min(len(name), nameRunes)]) + ".json")
}
