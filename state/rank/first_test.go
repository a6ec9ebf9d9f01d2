package rank_test

import (
	"math"
	"testing"

	"gatehouse/state/rank"
)

func TestFirstRelevantPlace(t *testing.T) {
	marks := []int{0, 0, 1, 2}
	if v := rank.FirstRelevant(scored(9, 8, 7, 6), marks); v != 3 {
		t.Errorf("%v", v)
	}
	if v := rank.FirstRelevant(scored(9, 5, 5, 5), marks); !near(v, 1+4.0/3) { // of places 2 to 4 two are drawn
		t.Errorf("%v", v)
	}
	if v := rank.FirstRelevant(ordered(4, 0, 1), marks); !math.IsNaN(v) {
		t.Errorf("%v", v)
	}
}
