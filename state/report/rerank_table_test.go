package report

import (
	"math"
	"testing"
)

func TestScoresAreDistinguishable(t *testing.T) {
	for v, want := range map[float64]string{0: "0.0000", 8.31: "8.3100", 0.00001: "1.00e-05", -3: "-3.0000", 4e12: "4.00e+12", math.NaN(): "–"} {
		if got := rankScore(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}
