package spelling

import (
	"strings"
	"unicode"
)

// ShellQuote makes a text one word, in quotes.
func ShellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ShellWord is an argument of a command, in quotes where it needs them.
func ShellWord(s string) string {
	if s == "" || s[0] == '=' || strings.ContainsFunc(s, shellSpecial) {
		return ShellQuote(s)
	}
	return s
}

// shellSpecial reports whether a shell may read more into a character than itself.
func shellSpecial(r rune) bool {
	return r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,=", r)
}

// ShellLine writes a command and its arguments.
func ShellLine(argv []string) string {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = ShellWord(a)
	}
	return strings.Join(words, " ")
}
