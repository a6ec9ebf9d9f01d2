package app

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// manyRanked is a model that shows n documents of 1 KB, which three models have
// ranked, a tenth of them marked.
func manyRanked(n int) *Model {
	m := New(Options{Theme: "dark", BaseURL: "http://bench.example"})
	m.resize(120, 35)
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
	m.Update(tea.KeyPressMsg{Code: tea.KeyF5})
	m.editSet(set, "", nil)
	m.rankings.otherDocuments()
	for i := range 3 {
		m.rankings.runs[0][i] = benchRun(m, i, n)
	}
	m.SetFocus(rankingPane)
	m.Refreshed(nil)
	m.View()
	return m
}

// benchRun is a run of the i-th model that has ended.
func benchRun(m *Model, i, n int) *rankRun {
	result := wire.Rerank{Results: make([]wire.Ranked, n)}
	for place, doc := range rand.New(rand.NewPCG(1, uint64(i))).Perm(n) {
		result.Results[place] = wire.Ranked{Index: doc, Score: float64(n - place), Raw: []byte(`{"score":1}`)}
	}
	x := state.NewRerank("bench", nil)
	x.Verdict, x.End = state.Completed, &wire.End{}
	return &rankRun{
		query: m.rankings.set.Queries[0].Text, docs: m.rankings.docs, model: m.rankings.set.Models[i], count: n,
		exchange: x, order: rank.Join(n, 0, result), ranked: true, cancel: func() {},
	}
}

// BenchmarkDocuments is what the screen does for one thing that a person or a
// model does there, without and with the drawing.
func BenchmarkDocuments(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		for _, drawn := range []bool{false, true} {
			benchDocuments(b, n, drawn)
		}
	}
}

func benchDocuments(b *testing.B, n int, drawn bool) {
	m := manyRanked(n)
	update := func(msg tea.Msg) {
		m.Update(msg)
		m.rankings.figures.working = false // the figures are worked out beside the screen
		if drawn {
			m.View()
		}
	}
	press := func(r rune) { update(tea.KeyPressMsg{Code: r, Text: string(r)}) }
	run := func(name string, do func(i int)) {
		b.Run(fmt.Sprintf("%s/%d/drawn=%v", name, n, drawn), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				do(i)
			}
		})
	}
	run("move", func(i int) { press(rune("jk"[i/50%2])) })
	one := m.rankings.runs[0][1]
	orders := [2]rank.Order{one.order, benchRun(m, 2, n).order}
	for _, sorted := range []string{"", "sorted "} {
		run(sorted+"mark", func(i int) { press(rune('0' + i%4)) })
		run(sorted+"answer", func(i int) {
			update(rankEnded{run: one, exchange: one.exchange, order: orders[i%2], ranked: true})
		})
		press('s')
	}
	m.do(views.RunAction{Action: views.ActRerank})
	run("letter", func(i int) {
		if update(tea.KeyPressMsg{Code: 'x', Text: "x"}); i%50 == 49 {
			m.do(views.SetQuery{Text: "a word of the query"})
		}
	})
}
