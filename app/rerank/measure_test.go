package rerank

import (
	"math"
	"slices"
	"testing"

	"gatehouse/state/rank"
	"gatehouse/views"
)

// measureNow works the figures out.
func (s *Screen) measureNow() {
	s.figures.working = false
	if work := s.measure(); work != nil {
		work().(measured).Land()
	}
}

func TestFiguresStayWithTheirModel(t *testing.T) {
	s := newAlone("a/position", "a/other")
	s.answer(t, []int{0, 1, 2}, []int{2, 0, 1})
	s.Do(views.MarkDocument{Document: 2, Mark: 3})
	s.Refresh()
	s.measureNow()
	want := s.figures.done.judged[1]
	s.ranking.SelectColumn(0)
	s.removeReranker()
	if got, _, _ := s.figures.done.judgements(s.inputs(), s.set.Models, 0); got != want {
		t.Errorf("judged %+v, want %+v", got, want)
	}
	s.nextDepth()
	if got, _, _ := s.figures.done.judgements(s.inputs(), s.set.Models, 0); !math.IsNaN(got.NDCG) {
		t.Errorf("nDCG of another depth: %v", got.NDCG)
	}
}

func TestAnAgreementStaysWithItsModels(t *testing.T) {
	s := newAlone("a/first", "a/second", "a/third")
	s.answer(t, []int{0, 1, 2}, []int{0, 2, 1}, []int{2, 1, 0})
	s.Refresh()
	s.measureNow()
	done := &s.figures.done
	if !done.agreed || !done.agreedOn(s.set.Models) {
		t.Fatal("the first two do not agree at all")
	}
	s.ranking.SelectColumn(0)
	s.removeReranker()
	if now := s.inputs(); now.a != done.of.a || now.b != done.of.b || done.agreedOn(s.set.Models) {
		t.Error("their agreement is said to be that of the two that are left")
	}
}

func TestTheDisagreementIsThatOfThePair(t *testing.T) {
	s := newAlone("a/first", "a/first", "a/other")
	s.answer(t, []int{0, 1, 2}, []int{0, 1, 2}, []int{2, 1, 0})
	s.nextPair() // the first and the third
	s.Refresh()
	s.measureNow()
	if got := s.figures.done; len(got.pair.docs) != 3 || !slices.Equal(got.all.places, got.pair.places) {
		t.Errorf("the pair is %v apart, all columns %v", got.pair.places, got.all.places)
	}
}

func TestAMeanNamesItsEarlierQueries(t *testing.T) {
	s := newAlone("a/b", "a/c")
	s.answer(t, []int{0, 1, 2}, []int{2, 1, 0})
	if got := s.aged([]int{0}, 1); got != nil {
		t.Errorf("just asked, and earlier: %v", got)
	}
	s.Do(views.SetQuery{Text: "gamma"})
	if got := s.aged([]int{0}, 1); !slices.Equal(got, []int{0}) {
		t.Errorf("earlier: %v", got)
	}
}

func TestAMeanGoesOverQueriesWithARelevantDocument(t *testing.T) {
	first := &rank.Order{Docs: []int{0, 1}, Place: []int{0, 1}, Score: []float64{2, 1}}
	orders := [][]*rank.Order{{first}, {first}, {first}, {nil}}
	marks := [][]int{{1, 0}, {0, 1}, {0, 0}, {1, 0}}
	if mean, over := meanOf(orders, marks, 0, 10); !slices.Equal(over, []int{0, 1}) || mean.RR != 0.75 || mean.AP != 0.75 {
		t.Errorf("%+v over %v", mean, over)
	}
	if mean, over := meanOf(orders[2:], marks[2:], 0, 10); over != nil || !math.IsNaN(mean.NDCG) {
		t.Errorf("%+v over %v", mean, over)
	}
}
