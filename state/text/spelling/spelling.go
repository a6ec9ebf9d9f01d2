// Package spelling writes names, words of a shell and received text so that they are read as
// they are meant, finds what a misspelled name was probably meant to be, and searches text
// without regard to case.
package spelling

import (
	"strings"
	"unicode"
)

// Nearest returns the name that a word was probably meant to be: the one with the fewest
// changes of a letter, at most a third of its length; empty for none.
func Nearest(word string, names []string) string {
	nearest, least := "", 0
	for _, name := range names {
		n := Distance(strings.ToLower(word), strings.ToLower(name))
		if n <= max(len(name)/3, 1) && (nearest == "" || n < least) {
			nearest, least = name, n
		}
	}
	return nearest
}

// longest is the length of the names that Distance compares, in bytes.
const longest = 128

// Distance returns how many letters have to be inserted, deleted, replaced or exchanged with their
// neighbour to make b of a (the optimal string alignment distance); the sum of their lengths for names
// that are too long to be compared.
func Distance(a, b string) int {
	if len(a) > longest || len(b) > longest {
		return len(a) + len(b)
	}
	var before, above, row [longest + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above = above, row
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := above[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(above[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// Meant returns the end of a message about an unknown name: which name was probably meant, else
// which names there are; "" if there are none.
func Meant(word string, names []string) string {
	switch near := Nearest(word, names); {
	case near != "":
		return "; did you mean " + near + "?"
	case len(names) > 0:
		return "; known here: " + strings.Join(names, ", ")
	}
	return ""
}

// Wildcard reports whether a text matches a pattern, in which * stands for any run of characters
// and everything else for itself.
func Wildcard(pattern, text string) bool {
	first, rest, found := strings.Cut(pattern, "*")
	if !found {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, first)
	for ok {
		part, next, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(text, part)
		}
		_, text, ok = strings.Cut(text, part) // the earliest match leaves the most for the others
		rest = next
	}
	return false
}

// ShellQuote makes a text one word, in quotes.
func ShellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ShellWord returns an argument of a command, in quotes where it needs them.
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
