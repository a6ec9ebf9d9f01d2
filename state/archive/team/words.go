package team

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gatehouse/state/history"
	"gatehouse/state/query"
)

// Words are found in both engines alike. SQLite cuts texts by its tokenizer unicode61: letters and
// numbers are words, case and accents do not count. So does this.

// Bounds of a tsvector of PostgreSQL: positions behind the last are not known, and so no phrase is
// found there; of a word no more positions are known; a longer word is cut.
const (
	lastPosition  = 16383
	mostPositions = 255
	longestWord   = 500     // bytes
	mostWords     = 600_000 // bytes of all different words and their positions
)

// words yields the words of a text as they are compared.
func words(text string, yield func(word string)) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Co, r)
	}) {
		if w = folded(w); w != "" {
			yield(w[:min(len(w), longestWord)])
		}
	}
}

// folded is a word without case and accents.
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

// vector writes texts as a tsvector. A phrase does not go on from one text to the next.
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
			case !known && size > mostWords:
			case at <= lastPosition && len(list) < mostPositions:
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

// match writes words that must be found as a tsquery; empty where there is no word among them.
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
