package plugin

import (
	"context"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

// wordList finds phrases in a text.
type wordList struct {
	categories []string
	phrases    map[string]phrase // by the words of the phrase, with one space between two
	longest    int               // words of the longest phrase
}

type phrase struct {
	category int
	text     string
}

// parseWordList reads lines of "category: phrase, phrase".
func parseWordList(lines string) *wordList {
	l := &wordList{phrases: map[string]phrase{}}
	for line := range strings.Lines(lines) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for text := range strings.SplitSeq(list, ", ") {
			words := slices.Collect(output.Words(text))
			l.phrases[strings.Join(words, " ")] = phrase{len(l.categories), text}
			l.longest = max(l.longest, len(words))
		}
		l.categories = append(l.categories, name)
	}
	return l
}

// find returns for each category its first phrase in a text; empty for none. It
// gives up when ctx ends.
func (l *wordList) find(ctx context.Context, text string) []string {
	const between = 1 << 12 // words between two looks at ctx
	hits := make([]string, len(l.categories))
	var last []string // words
	n := 0
	for word := range output.Words(text) {
		if n++; n%between == 0 && ctx.Err() != nil {
			return hits
		}
		last = append(last[max(0, len(last)-l.longest+1):], word)
		for i := range last {
			if p, ok := l.phrases[strings.Join(last[i:], " ")]; ok && hits[p.category] == "" {
				hits[p.category] = p.text
			}
		}
	}
	return hits
}
