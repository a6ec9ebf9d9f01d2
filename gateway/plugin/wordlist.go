package plugin

import (
	"context"
	"strings"
)

// wordList finds phrases in a text in one pass over its words: a regular
// expression for each category took a second for a megabyte.
type wordList struct {
	categories []string
	phrases    map[string][]phrase // by the first word, in the order of the list
	longest    int                 // bytes of the longest first word
}

// phrase is a phrase in lower case. A space in it stands for any white space.
type phrase struct {
	category int
	text     string
}

// parseWordList reads lines of "category: phrase, phrase".
func parseWordList(lines string) *wordList {
	l := &wordList{phrases: map[string][]phrase{}}
	for line := range strings.Lines(lines) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for text := range strings.SplitSeq(list, ", ") {
			first := text[:wordEnd(text, 0)]
			l.phrases[first] = append(l.phrases[first], phrase{len(l.categories), text})
			l.longest = max(l.longest, len(first))
		}
		l.categories = append(l.categories, name)
	}
	return l
}

// find returns for each category the phrase of it that comes first in a text;
// empty for none. It gives up when ctx ends.
func (l *wordList) find(ctx context.Context, text string) []string {
	const between = 1 << 16 // bytes between two looks at ctx
	hits := make([]string, len(l.categories))
	missing, look := len(hits), between
	for i := 0; i < len(text) && missing > 0; {
		if !isWord(text[i]) {
			i++
			continue
		}
		if i >= look {
			if ctx.Err() != nil {
				return hits
			}
			look = i + between
		}
		end := wordEnd(text, i)
		if end-i <= l.longest {
			for _, p := range l.phrases[strings.ToLower(text[i:end])] {
				if hits[p.category] == "" && p.at(text, i) {
					hits[p.category] = p.text
					missing--
				}
			}
		}
		i = end
	}
	return hits
}

// at reports whether the phrase stands at i in a text, up to the end of a word.
func (p phrase) at(text string, i int) bool {
	for k := range len(p.text) {
		switch {
		case i == len(text):
			return false
		case p.text[k] == ' ':
			if !isSpace(text[i]) {
				return false
			}
			for i < len(text) && isSpace(text[i]) {
				i++
			}
			continue
		case lower(text[i]) != p.text[k]:
			return false
		}
		i++
	}
	return i == len(text) || !isWord(text[i])
}

// wordEnd is the end of the run of letters, digits and underscores at i.
func wordEnd(text string, i int) int {
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || lower(c) >= 'a' && lower(c) <= 'z'
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
