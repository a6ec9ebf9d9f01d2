package output

import (
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// Words yields the words of a text, which are runs of letters and digits, in lower case. It does
// not collect them, since a text can be a book.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}

// MatchesStar reports whether a pattern matches a text. * matches any characters, including /;
// everything else is literal and case-sensitive.
func MatchesStar(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	// The earliest match of each part leaves the most text for the others.
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return strings.HasSuffix(text, parts[last])
}

// Lazy returns a function that compiles a regular expression at its first call. Compiling all of
// the gateway's at the start of the program would take a millisecond and a megabyte.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
