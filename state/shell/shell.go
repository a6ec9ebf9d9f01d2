// Package shell writes words so that a POSIX shell reads them as they are.
package shell

import (
	"strings"
	"unicode"
)

// Quote makes a text one word, in quotes.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Word is an argument of a command, in quotes where it needs them.
func Word(s string) string {
	if s == "" || s[0] == '=' || strings.ContainsFunc(s, special) {
		return Quote(s)
	}
	return s
}

// special reports whether a shell may read more into a character than itself.
func special(r rune) bool {
	return r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,=", r)
}

// Line writes a command and its arguments.
func Line(argv []string) string {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = Word(a)
	}
	return strings.Join(words, " ")
}
