// Package words finds in a prompt what it asks for.
package words

import (
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// Each yields the words of a text in lower case, which are runs of letters and digits, one at a
// time: a text can be a book.
func Each(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}

// Star reports whether a text is of a pattern, in which * stands for any run of characters, / included; all else is
// literal, with case.
func Star(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	// Each part as early as it can stand: that leaves the most for the others.
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return strings.HasSuffix(text, parts[last])
}

// Words is a regular expression that is compiled when a prompt is first looked
// at: all those of the gateway cost a millisecond and a megabyte, which a start
// of the program does not pay for. It is safe for concurrent use.
type Words struct {
	compiled func() *regexp.Regexp
}

// New returns the words of an expression. Looking for those of a broken one
// panics.
func New(expr string) *Words {
	return &Words{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// In reports whether the words are in a text.
func (w *Words) In(text string) bool { return w.compiled().MatchString(text) }

// First returns the first place in a text that has the words; empty for none.
func (w *Words) First(text string) string { return w.compiled().FindString(text) }

// Parts returns the first place in a text and its groups; nil for none.
func (w *Words) Parts(text string) []string { return w.compiled().FindStringSubmatch(text) }

// All returns the places in a text.
func (w *Words) All(text string) []string { return w.compiled().FindAllString(text, -1) }

// Place returns where the first place begins and ends; nil for none.
func (w *Words) Place(text string) []int { return w.compiled().FindStringIndex(text) }

// Places returns where each place begins and ends.
func (w *Words) Places(text string) [][]int { return w.compiled().FindAllStringIndex(text, -1) }

// PlacesOfParts returns where each place and its groups begin and end.
func (w *Words) PlacesOfParts(text string) [][]int {
	return w.compiled().FindAllStringSubmatchIndex(text, -1)
}

// Replace returns the text with each place replaced by what f makes of it.
func (w *Words) Replace(text string, f func(string) string) string {
	return w.compiled().ReplaceAllStringFunc(text, f)
}

// AllParts returns the places in a text, each with its groups.
func (w *Words) AllParts(text string) [][]string { return w.compiled().FindAllStringSubmatch(text, -1) }
