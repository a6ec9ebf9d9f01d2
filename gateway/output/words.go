package output

import (
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// Words yields the words of a text in lower case, which are runs of letters and digits, one at a
// time: a text can be a book.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}

// MatchesStar reports whether a pattern matches a text; * is any run of characters, / included; all
// else is literal, with case.
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
	// Each part is matched as early as possible: that leaves the most for the others.
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return strings.HasSuffix(text, parts[last])
}

// Lazy returns what compiles a regular expression when it is first used: all those of the gateway cost a millisecond
// and a megabyte, which a start of the program does not pay for.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
