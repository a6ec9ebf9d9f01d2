package rank_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/rank"
)

// Scores that do not depend on the other documents bring the same order in parts of any size.
func TestPartsAreMergedToTheOrderOfTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(0, 4), 1, 30).Draw(t, "scores")
		for i := range scores {
			scores[i] = math.Round(scores[i]) // so that some are equal
		}
		size, topN := rapid.IntRange(1, 31).Draw(t, "size"), rapid.IntRange(0, 31).Draw(t, "top_n")
		var parts []rank.Order
		for part := range slices.Chunk(scores, size) {
			parts = append(parts, scored(slices.Clone(part)...))
		}
		want := scored(slices.Clone(scores)...)
		if topN > 0 {
			for _, doc := range want.Docs[min(topN, len(want.Docs)):] {
				want.Place[doc], want.Score[doc] = rank.None, math.NaN()
			}
			want.Docs = want.Docs[:min(topN, len(want.Docs))]
		}
		got, ok := rank.Merged(topN, parts...)
		if !ok || !slices.Equal(got.Docs, want.Docs) || !reflect.DeepEqual(got.Place, want.Place) || got.Len() != len(scores) {
			t.Errorf("%v\nwant %v", got, want)
		}
	})
}

func TestPartsWithoutScoresCannotBeMerged(t *testing.T) {
	bare := rank.Order{Docs: []int{0}, Place: []int{0}, Score: []float64{math.NaN()}}
	if _, ok := rank.Merged(0, scored(2, 1), bare); ok {
		t.Error("an order without scores was merged")
	}
}

func TestHowFarScoresMove(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{4, 2, 0}, []float64{4, 2, 0}, 0},
		{[]float64{4, 2, 0}, []float64{4, 3, 0}, 0.25},
		{[]float64{4, none, 0}, []float64{4, 9, none}, 0},
		{[]float64{1, 1}, []float64{0, 1}, none},
		{[]float64{none}, []float64{1}, none},
	} {
		got := rank.Moved(rank.Order{Score: c.a}, rank.Order{Score: c.b})
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
