package files

import (
	"cmp"
	"strings"
	"unicode"
)

// What of a title is in the name of a file.
const (
	nameWords = 5
	nameRunes = 48
)

// NameOf is a name for a file, made of the first words of a title; none stands for them
// where it has no words.
func NameOf(title, none, ext string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := []rune(cmp.Or(strings.Join(words[:min(len(words), nameWords)], "-"), none))
	return Name(string(name[:min(len(name), nameRunes)]) + ext)
}
