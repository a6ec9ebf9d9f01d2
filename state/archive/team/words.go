package team

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// Words are found in both engines alike: words splits texts as SQLite's tokenizer unicode61 does,
// into letters and numbers without regard to case and accents.

// Bounds of a tsvector of PostgreSQL. Positions after the last are unknown, so no phrase is found
// there.
const (
	maxPosition  = 16383
	maxPositions = 255     // of a word
	maxWord      = 500     // bytes; a longer word is cut
	maxWords     = 600_000 // bytes of all different words and their positions
)

// words yields the words of a text as they are compared.
func words(text string, yield func(word string)) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Co, r)
	}) {
		if w = folded(w); w != "" {
			yield(w[:min(len(w), maxWord)])
		}
	}
}

// folded returns a word without case and accents.
func folded(w string) string {
	ascii := true
	for i := range len(w) {
		if w[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(w)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(w))
}

// vector writes texts as a tsvector. A phrase does not continue in the next text.
func vector(t *history.Text) string {
	at, size := 0, 0
	places := map[string][]int{}
	for _, text := range []string{t.Prompts, t.Answers, t.Thoughts, t.Calls, t.Documents} {
		words(text, func(w string) {
			at++
			list, known := places[w]
			if size += 4; !known {
				size += len(w) + 8
			}
			switch {
			case !known && size > maxWords:
			case at <= maxPosition && len(list) < maxPositions:
				places[w] = append(list, at)
			case !known:
				places[w] = nil
			}
		})
		at += 2
	}
	var b strings.Builder
	for w, list := range places {
		b.WriteString("'" + w + "'")
		for i, at := range list {
			b.WriteByte(":,"[min(i, 1)])
			b.WriteString(strconv.Itoa(at))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// match writes words as a tsquery that requires them, "" if there is no word.
func match(t query.Term) string {
	text, prefix := t.Text, false
	if word, ok := strings.CutSuffix(text, "*"); ok && !t.Phrase && word != "" {
		text, prefix = word, true
	}
	var all []string
	words(text, func(w string) { all = append(all, "'"+w+"'") })
	if prefix && len(all) > 0 {
		all[len(all)-1] += ":*"
	}
	return strings.Join(all, " <-> ")
}
