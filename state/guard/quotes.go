package guard

import (
	"strings"
	"unicode/utf8"
)

// quoted searches for a guardrail's quote, exactly and then in any case. A shortened quote
// ends in dots; they are ignored where nothing is found with them.
func (s *search) quoted(quote string) {
	before, tried := len(s.found), ""
	for _, words := range []string{quote, trimEllipsis(quote)} {
		if strings.TrimSpace(words) == "" || words == tried || len(s.found) > before {
			continue
		}
		tried = words
		s.all(quote, Quote, &s.literal, 1, func(text string, n int) [][]int { return literally(text, words, n) })
	}
}

// trimEllipsis removes the dots of a shortened quote at either end.
func trimEllipsis(quote string) string {
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
