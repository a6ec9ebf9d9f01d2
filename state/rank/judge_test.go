package rank_test

import (
	"math"
	"testing"

	"gatehouse/state/rank"
)

func TestJudgeByHand(t *testing.T) {
	// Marks 3, –, 0, 2, 1; the order is 1 3 0 4 2.
	marks := []int{3, rank.None, 0, 2, 1}
	o := ordered(5, 1, 3, 0, 4, 2)
	got := rank.Judge(o, marks, 3)
	dcg := 3/math.Log2(3) + 7/math.Log2(4)
	ideal := 7 + 3/math.Log2(3) + 1/math.Log2(4)
	if got.Marked != 4 || got.Relevant != 3 || !near(got.NDCG, dcg/ideal) {
		t.Errorf("%+v, want nDCG %v", got, dcg/ideal)
	}
	if !near(got.RR, 1.0/2) || !near(got.AP, (1.0/2+2.0/3+3.0/4)/3) {
		t.Errorf("RR %v, AP %v", got.RR, got.AP)
	}
}

// The worked example of average precision in Manning, Raghavan, Schütze,
// Introduction to Information Retrieval, chapter 8: relevant at 1, 3, 6, 9, 10
// of ten, all five found, gives 0.62; a list that ends before one of them loses
// that share.
func TestAveragePrecision(t *testing.T) {
	marks := make([]int, 10)
	for _, place := range []int{1, 3, 6, 9, 10} {
		marks[place-1] = 1
	}
	whole := rank.Judge(ordered(10, sequence(10)...), marks, 10)
	want := (1.0 + 2.0/3 + 3.0/6 + 4.0/9 + 5.0/10) / 5
	if !near(whole.AP, want) || math.Round(whole.AP*100) != 62 {
		t.Errorf("AP %v, want %v", whole.AP, want)
	}
	cut := rank.Judge(ordered(10, sequence(9)...), marks, 10)
	if !near(cut.AP, want-0.1) {
		t.Errorf("AP of the shortened list %v, want %v", cut.AP, want-0.1)
	}
}

func TestJudgeWithoutRelevance(t *testing.T) {
	got := rank.Judge(ordered(2, 0, 1), []int{0, rank.None}, 10)
	if got.Marked != 1 || !math.IsNaN(got.NDCG) || !math.IsNaN(got.RR) || !math.IsNaN(got.AP) {
		t.Errorf("%+v", got)
	}
	missed := rank.Judge(ordered(2, 0), []int{rank.None, 2}, 10)
	if missed.NDCG != 0 || missed.RR != 0 || missed.AP != 0 {
		t.Errorf("a relevant document that did not come back: %+v", missed)
	}
}

func TestMeanOverQueries(t *testing.T) {
	a := rank.Judge(ordered(2, 0, 1), []int{1, 0}, 10)
	b := rank.Judge(ordered(2, 0, 1), []int{0, 1}, 10)
	none := rank.Judge(ordered(2, 0, 1), []int{0, 0}, 10)
	mean, queries := rank.Mean([]rank.Judgement{a, b, none})
	if queries != 2 || !near(mean.RR, 0.75) || !near(mean.AP, 0.75) || mean.Marked != 6 {
		t.Errorf("%+v over %d", mean, queries)
	}
	if mean, queries := rank.Mean(nil); queries != 0 || !math.IsNaN(mean.NDCG) {
		t.Errorf("%+v over %d", mean, queries)
	}
}
