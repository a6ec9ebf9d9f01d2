package rerank

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// manyRanked is a screen that shows n documents of 1 KB, which three models have
// ranked, a tenth of them marked.
func manyRanked(n int) *Screen {
	s := newAlone()
	set := dataset.Set{}.WithQueryText(0, "a word of the query")
	docs := make([]dataset.Document, n)
	for i := range docs {
		docs[i] = dataset.TextDocument(fmt.Sprint(i, strings.Repeat(" a word", 1000/7)))
	}
	set = set.WithDocuments(docs...)
	for i := range n / 10 {
		set = set.WithMark(0, i*7, i%4)
	}
	for i := range 3 {
		set = set.WithModel(i, dataset.NewModel(fmt.Sprint("bench/", i)))
	}
	s.Replace(set)
	s.checking = false
	s.ask([]int{0, 1, 2}, true)().(screen.Effect).Apply()
	for i, run := range s.row() {
		s.end(run, rand.New(rand.NewPCG(1, uint64(i))).Perm(n))
	}
	s.Refresh()
	return s
}

// BenchmarkDocuments measures what the screen does for one thing that a user or a
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
		s.figures.working = false // the figures are computed in the background
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
	answers := [2]dataset.Answer{one.answer, s.row()[2].answer}
	for _, sorted := range []string{"", "sorted "} {
		run(sorted+"mark", func(i int) { press(rune('0' + i%4)) })
		run(sorted+"answer", func(i int) {
			one.answer = answers[i%2]
			s.ended(one)
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

// allRanked is a screen with a set of 10,000 documents of 1 KB and 300 queries. Three models
// have ranked the 100 candidates of each, a tenth of them marked.
func allRanked() *Screen {
	s := manyRanked(10_000)
	set := s.set
	set.Queries = nil
	source := rand.New(rand.NewPCG(1, 2))
	for q := range 300 {
		candidates := source.Perm(len(set.Documents))[:100]
		set = set.WithQuery(q, dataset.Query{Text: fmt.Sprint("query number ", q), Candidates: candidates})
		for i := range 10 {
			set = set.WithMark(q, candidates[i*10], i%4)
		}
	}
	s.Replace(set)
	for q := range set.Queries {
		for i := range set.Models {
			var result wire.Rerank
			for place, doc := range source.Perm(100) {
				result.Results = append(result.Results, wire.Ranked{Index: doc, Score: float64(100 - place), Raw: fmt.Appendf(nil, `{"index":%d,"relevance_score":%d}`, doc, 100-place)})
			}
			x := state.NewRerank("", nil)
			x.Verdict, x.End, x.Ranking = state.Completed, &wire.End{AtUS: int64(1000 * (q + 1))}, &result
			s.rankings[q][i] = newRanking(s.set, q, i, s.docs)
			s.rankings[q][i].setExchange(x, nil)
		}
	}
	return s
}

// BenchmarkAllQueries measures what is computed and drawn of 300 queries by three models.
func BenchmarkAllQueries(b *testing.B) {
	s := allRanked()
	s.Perform(views.ActRankGrid)
	s.Host.Arrange()
	view := func() {
		for _, p := range s.Pages() {
			if !p.Absent && s.layout.Pages[p.ID].W > 0 {
				p.Pane.View()
			}
		}
	}
	measured := func() {
		s.grid.of, s.grid.working = gridInputs{}, false
		s.measureGrid()().(screen.Effect).Apply()
	}
	b.Run("worked out, in the background", func(b *testing.B) {
		for b.Loop() {
			measured()
		}
	})
	b.Run("begun, before that", func(b *testing.B) {
		for b.Loop() {
			s.grid.of, s.grid.working = gridInputs{}, false
			s.measureGrid()
		}
	})
	b.Run("drawn anew", func(b *testing.B) {
		grid := gridOf(s.bench(), s.gridInputs(), "u", "R")
		for b.Loop() {
			s.gridPane.Show(grid)
			view()
		}
	})
	b.Run("moved", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			s.Deliver(GridPane, tea.KeyPressMsg{Code: rune("jk"[i/50%2]), Text: "j"})
			view()
		}
	})
	b.Run("a query opened", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			s.openQuery(i % 300)
			s.Host.Arrange()
			s.Refresh()
			s.figures.working = false
			view()
		}
	})
}
