package lab

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Three differences of one sign: of the eight assignments the observed one and its mirror image
// are as far from 0.
func TestThreeQueriesAreTooFew(t *testing.T) {
	d := Differ([]float64{0.5, 0.6, 0.9, math.NaN(), 0.3}, []float64{0.4, 0.4, 0.6, 0.1, 0.3})
	if d.Cases != 4 || d.Differing != 3 || !d.Exact || d.P != 0.25 || d.MinP() != 0.25 || !d.TooFew() || d.Significant() {
		t.Errorf("%+v", d)
	}
	if !near(d.Mean, 0.15) || d.Low < 0 || d.High > 0.3 || d.Low > d.Mean || d.High < d.Mean {
		t.Errorf("%+v", d)
	}
}

// By hand: sums of ±1 ±2 ±3 as far from 0 as 1+2-3 = 0 are all; as 1+2+3 = 6 are two of eight.
func TestRandomisationByHand(t *testing.T) {
	zero := []float64{0, 0, 0}
	if d := Differ([]float64{1, 2, -3}, zero); d.P != 1 {
		t.Errorf("p %v", d.P)
	}
	if d := Differ([]float64{1, 2, 3}, zero); d.P != 0.25 {
		t.Errorf("p %v", d.P)
	}
	if d := Differ([]float64{-1, 2, 3}, zero); d.P != 0.5 { // |sum| >= 4: ±(1+2+3), ±(-1+2+3)
		t.Errorf("p %v", d.P)
	}
	if d := Differ([]float64{1, 1, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 0, 0}); d.P != 2.0/64 || d.TooFew() || !d.Significant() {
		t.Errorf("%+v", d)
	}
}

func TestNoQueryAndNoDifference(t *testing.T) {
	if d := Differ(nil, nil); d.Cases != 0 || !math.IsNaN(d.P) || !math.IsNaN(d.Mean) || d.Significant() {
		t.Errorf("%+v", d)
	}
	if d := Differ([]float64{1, 1}, []float64{1, 1}); d.P != 1 || d.Mean != 0 || d.Low != 0 || d.High != 0 {
		t.Errorf("%+v", d)
	}
}

// Where the assignments can be counted, those that are drawn give nearly the same share.
func TestDrawnAssignmentsComeNearTheCountedOnes(t *testing.T) {
	a, b := make([]float64, 17), make([]float64, 17)
	for i := range a {
		a[i] = float64(i%5) / 4
		b[i] = a[i] - []float64{0.1, -0.07, 0.2, 0.05, -0.12}[i%5] - float64(i)/1000
	}
	drawn := Differ(a, b)
	far, all := 0, 1<<17
	for mask := range all {
		sum, observed := 0.0, 0.0
		for i := range a {
			d := a[i] - b[i]
			observed += d
			if mask>>i&1 == 1 {
				d = -d
			}
			sum += d
		}
		if math.Abs(sum) >= math.Abs(observed)-1e-12 {
			far++
		}
	}
	if want := float64(far) / float64(all); drawn.Exact || drawn.Samples == 0 || math.Abs(drawn.P-want) > 0.02 {
		t.Errorf("drawn %+v, counted %v", drawn, want)
	}
}

func TestDifferenceIsSymmetricAndRepeatable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "queries")
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n)
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		d, again, back := Differ(a, b), Differ(a, b), Differ(b, a)
		same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
		if !same(d.P, again.P) || !same(d.Low, again.Low) || !same(d.High, again.High) {
			t.Fatalf("%+v, then %+v", d, again)
		}
		if d.Exact && !same(d.P, back.P) || !(n == 0 || near(d.Mean, -back.Mean)) {
			t.Fatalf("%+v, the other way %+v", d, back)
		}
		if n > 0 && (d.P <= 0 || d.P > 1) {
			t.Fatalf("p %v", d.P)
		}
	})
}

func TestGrid(t *testing.T) {
	nan := math.NaN()
	g := Grid{{0.5, 0.5}, {0.9, 0.1}, {nan, 0.3}, {0.2, 0.4}}
	if s := g.Spread(0); s.Cases != 3 || !near(s.Mean, 1.6/3) || s.Median != 0.5 || !slices.Equal(g.Worst(0, 2, false), []int{3, 0}) {
		t.Errorf("%+v", s)
	}
	if s := g.Spread(1); !slices.Equal(g.Worst(1, 1, true), []int{0}) || !near(s.Median, 0.35) {
		t.Errorf("%+v", s)
	}
	if got := g.Sort(ByWorst, false); !slices.Equal(got, []int{2, 3, 0, 1}) {
		t.Errorf("worst first: %v", got)
	}
	if got := g.Sort(ByWorst, true); !slices.Equal(got, []int{0, 1, 3, 2}) {
		t.Errorf("worst first, low is better: %v", got)
	}
	if got := (Grid{{nan}, {0.5}}).Sort(ByWorst, true); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("a query without a figure is not last: %v", got)
	}
	if got := g.Sort(ByDisagreement, false); !slices.Equal(got, []int{1, 3, 0, 2}) {
		t.Errorf("%v", got)
	}
	if v := g.Quantile(1, 0.95); !near(v, 0.4+0.85*0.1) {
		t.Errorf("p95 %v", v)
	}
	if v := (Grid{{nan}}).Quantile(0, 0.95); !math.IsNaN(v) {
		t.Errorf("p95 of none %v", v)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
