package guard

import (
	"strings"
	"unicode/utf8"
)

// quoted looks for what a guardrail quotes of the request, as it stands and in
// any case. A quote that is cut ends in dots, which are no part of it, where
// nothing is found with them.
func (s *search) quoted(quote string) {
	before, tried := len(s.found), ""
	for _, words := range []string{quote, undotted(quote)} {
		if strings.TrimSpace(words) == "" || words == tried || len(s.found) > before {
			continue
		}
		tried = words
		s.all(quote, Quote, &s.literal, 1, func(text string, n int) [][]int { return literally(text, words, n) })
	}
}

// undotted takes the dots off that tell that a quote is cut, at either end.
func undotted(quote string) string {
	for _, dots := range []string{"...", "…"} {
		quote = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(quote), dots), dots)
	}
	for range utf8.UTFMax - 1 { // cut within a character
		if r, size := utf8.DecodeLastRuneInString(quote); r != utf8.RuneError || size != 1 {
			break
		}
		quote = quote[:len(quote)-1]
	}
	return strings.TrimSpace(quote)
}
