package rerank

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// manyRanked is a screen that shows n documents of 1 KB, which three models have
// ranked, a tenth of them marked.
func manyRanked(n int) *Screen {
	s := newAlone()
	set := rerankset.Set{}.WithQueryText(0, "a word of the query")
	docs := make([]rerankset.Document, n)
	for i := range docs {
		docs[i] = rerankset.TextDocument(fmt.Sprint(i, strings.Repeat(" a word", 1000/7)))
	}
	set = set.WithDocuments(docs...)
	for i := range n / 10 {
		set = set.WithMark(0, i*7, i%4)
	}
	for i := range 3 {
		set = set.WithModel(i, rerankset.NewModel(fmt.Sprint("bench/", i)))
	}
	s.Replace(set)
	s.checking = false
	w := requestsWritten{screen: s, set: s.set, models: []int{0, 1, 2}, docs: s.docs, edit: s.edit, opened: s.file.opened, bodies: make([][]byte, 3)}
	w.Land()
	for i, run := range s.row() {
		s.end(run, rand.New(rand.NewPCG(1, uint64(i))).Perm(n))
	}
	s.Refresh()
	return s
}

// BenchmarkDocuments is what the screen does for one thing that a person or a
// model does there, without and with the drawing of its panes.
func BenchmarkDocuments(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		for _, drawn := range []bool{false, true} {
			benchDocuments(b, n, drawn)
		}
	}
}

func benchDocuments(b *testing.B, n int, drawn bool) {
	s := manyRanked(n)
	refresh := func() {
		s.Refresh()
		s.figures.working = false // the figures are worked out in the background
		for _, p := range s.Pages() {
			if drawn {
				p.Pane.View()
			}
		}
	}
	press := func(r rune) {
		s.Deliver(s.Focus(), tea.KeyPressMsg{Code: r, Text: string(r)})
		refresh()
	}
	run := func(name string, do func(i int)) {
		b.Run(fmt.Sprintf("%s/%d/drawn=%v", name, n, drawn), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				do(i)
			}
		})
	}
	run("move", func(i int) { press(rune("jk"[i/50%2])) })
	one := s.row()[1]
	orders := [2]rank.Order{one.order, s.row()[2].order}
	for _, sorted := range []string{"", "sorted "} {
		run(sorted+"mark", func(i int) { press(rune('0' + i%4)) })
		run(sorted+"answer", func(i int) {
			ended{s, one, outcome{exchange: one.exchange, order: orders[i%2], ranked: true}}.Land()
			refresh()
		})
		press('s')
	}
	s.Perform(views.ActRerank)
	run("letter", func(i int) {
		if press('x'); i%50 == 49 {
			s.Do(views.SetQuery{Text: "a word of the query"})
		}
	})
}
