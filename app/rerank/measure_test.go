package rerank

import (
	"slices"
	"testing"

	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/views"
)

// measureNow works the figures out.
func (s *Screen) measureNow() {
	s.figures.working = false
	if work := s.measure(); work != nil {
		work().(measured).Apply()
	}
}

func TestFiguresStayWithTheirModel(t *testing.T) {
	s := newAlone("a/position", "a/other", "a/third")
	s.answer(t, []int{0, 1, 2}, []int{2, 0, 1}, []int{2, 1, 0})
	s.Do(views.MarkDocument{Document: 2, Mark: 3})
	s.Refresh()
	s.measureNow()
	want := s.figures.done.figures.Runs[1].Judged
	s.list.SelectColumn(0)
	s.removeReranker()
	s.measureNow()
	f := s.figures.done.figures
	if len(f.Runs) != 2 || f.Runs[0].Judged != want || len(f.Pairs) != 1 || f.Pairs[0].Agreement.TauB >= 1 {
		t.Errorf("%+v, want the figures of the two that are left", f)
	}
}

func TestAMeanNamesItsEarlierQueries(t *testing.T) {
	s := newAlone("a/b", "a/c")
	s.answer(t, []int{0, 1, 2}, []int{2, 1, 0})
	if got := s.staleQueries([]int{0}, 1); got != nil {
		t.Errorf("just asked, and earlier: %v", got)
	}
	s.Do(views.SetQuery{Text: "gamma"})
	if got := s.staleQueries([]int{0}, 1); !slices.Equal(got, []int{0}) {
		t.Errorf("earlier: %v", got)
	}
}

func TestAMeanGoesOverQueriesWithARelevantDocument(t *testing.T) {
	order := rank.Order{Docs: []int{0, 1}, Place: []int{0, 1}, Score: []float64{2, 1}}
	set := dataset.Set{}.WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("b"))
	b := dataset.Bench{Ties: rank.TiesAverage}
	for q := range 4 {
		set = set.WithQuery(q, dataset.Query{Text: "q"})
		b.Results = append(b.Results, []dataset.Result{{Answer: lab.Answer{Valid: q < 3}, Order: order}})
	}
	b.Set = set.WithMark(0, 0, 1).WithMark(1, 1, 1).WithMark(2, 0, 0).WithMark(3, 0, 1)
	f := report.Rerankers{Runs: make([]report.RankRun, 1)}
	addMeans(&f, b, 10)
	if run := f.Runs[0]; !slices.Equal(run.Over, []int{0, 1}) || run.Mean.RR != 0.75 || run.Mean.AP != 0.75 || f.Queries != 2 {
		t.Errorf("%+v", f)
	}
}
