package picker

import (
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"
)

// match is a row that the filter lets pass.
type match struct {
	item int   // of the items; -1: the row that is made of what was typed
	hits []int // bytes of its label that the filter hit
	rank int   // the lowest is first
}

// The ranks of matches: names before synonyms before what there is to say of a row.
// Letters anywhere in a name count only if nothing else matches.
const (
	exactName = iota
	startOfName
	exactSynonym
	wordsOfName
	partOfName
	startOfSynonym
	synonymElsewhere
	inDescription
	lettersOfName
	asTyped
)

// match filters the rows again. Rows of one rank stay in their order; those that only
// have the letters are ordered by how well they match.
func (m *Model) match() {
	m.selected, m.top = 0, 0
	m.shown = m.shown[:0]
	typed, accepts := m.filter, func(int) bool { return true }
	if m.query != nil {
		typed, accepts = m.query(m.filter)
	}
	if typed = strings.ToLower(strings.TrimSpace(typed)); typed == "" {
		for i := range m.items {
			if accepts(i) {
				m.shown = append(m.shown, match{item: i})
			}
		}
		if _, ok := m.typed(); ok {
			m.shown = append(m.shown, match{item: -1})
		}
		return
	}
	words := strings.Fields(typed)
	for i := range m.items {
		if rank, hits, ok := ranked(&m.items[i], typed, words); ok && accepts(i) {
			m.shown = append(m.shown, match{i, hits, rank})
		}
	}
	if len(m.shown) == 0 {
		for _, f := range fuzzy.FindFrom(typed, labels(m.items)) {
			if accepts(f.Index) {
				m.shown = append(m.shown, match{f.Index, f.MatchedIndexes, lettersOfName})
			}
		}
	}
	if _, ok := m.typed(); ok {
		m.shown = append(m.shown, match{-1, nil, asTyped})
	}
	slices.SortStableFunc(m.shown, func(a, b match) int { return a.rank - b.rank })
}

// ranked returns how well what was typed fits a row by whole words or parts of them.
func ranked(item *Item, typed string, words []string) (rank int, hits []int, ok bool) {
	name := strings.ToLower(item.Label)
	if len(name) == len(item.Label) { // else its bytes are others than those that are drawn
		hits = spans(name, words)
	}
	also := ", " + strings.ToLower(item.Also) + ","
	switch {
	case item.Dim && each(words, func(w string) bool { return strings.Contains(name, w) }):
		return partOfName, hits, true
	case name == typed:
		return exactName, hits, true
	case strings.HasPrefix(name, typed):
		return startOfName, hits, true
	case strings.Contains(also, ", "+typed+","):
		return bySynonym(item, exactSynonym), nil, true
	case each(words, func(w string) bool { return strings.Contains(" "+name, " "+w) }):
		return wordsOfName, hits, true
	case each(words, func(w string) bool { return strings.Contains(name, w) }):
		return partOfName, hits, true
	case each(words, func(w string) bool { return strings.Contains(also, " "+w) }):
		return bySynonym(item, startOfSynonym), nil, true
	}
	about := strings.ToLower(item.Words + " " + item.About)
	return inDescription, nil, strings.Contains(about, typed)
}

// bySynonym returns the rank of a row that was found by a synonym: what works here is listed before what
// another screen does.
func bySynonym(item *Item, rank int) int {
	if item.Dim {
		return synonymElsewhere
	}
	return rank
}

func each(words []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !holds(w) })
}

// spans returns the bytes of a name where words are in it, each at its first place, in order.
func spans(name string, words []string) (hits []int) {
	for _, w := range words {
		if at := strings.Index(name, w); at >= 0 {
			for i := range w {
				hits = append(hits, at+i)
			}
		}
	}
	slices.Sort(hits)
	return slices.Compact(hits)
}

// labels lets the search for letters see the rows' labels.
type labels []Item

func (l labels) String(i int) string { return l[i].Label }
func (l labels) Len() int            { return len(l) }
