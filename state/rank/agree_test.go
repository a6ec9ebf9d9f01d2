package rank_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/rank"
)

// The examples that SciPy's documentation computes for kendalltau and
// spearmanr; ties are among them.
func TestPublishedCorrelations(t *testing.T) {
	if got := rank.TauB([]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}); !near(got, -0.47140452079103173) {
		t.Errorf("tau-b %v", got)
	}
	if got := rank.Rho([]float64{1, 2, 3, 4, 5}, []float64{5, 6, 7, 8, 7}); !near(got, 0.8207826816681233) {
		t.Errorf("rho %v", got)
	}
}

func TestTauBByHand(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, 1},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, (5.0 - 1) / 6},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, 2 / math.Sqrt(2*3)}, // 2 pairs agree, one is tied by x
		{[]float64{1, 1}, []float64{1, 2}, math.NaN()},
		{nil, nil, math.NaN()},
	} {
		if got := rank.TauB(c.x, c.y); !near(got, c.want) {
			t.Errorf("tau-b of %v and %v is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestRBOByHandAndAsPublished(t *testing.T) {
	const p = 0.9
	for _, c := range []struct {
		a, b []int
		want float64
	}{
		{[]int{0, 1, 2}, []int{0, 1, 2}, 1},
		{[]int{0, 1}, []int{2, 3}, 0},
		// Agreement 0, 1, 1: (0.1/0.9)·(0.81 + 0.729) + 0.729.
		{[]int{0, 1, 2}, []int{1, 0, 2}, 0.9},
		// A list that the other continues: the short one's full agreement is
		// taken to last, so the result is 1.
		{[]int{0, 1}, []int{0, 1, 2, 3}, 1},
		// Uneven: X = 1, 1, 2; s = 2, l = 3.
		// Σ X_d/d·p^d = 0.9 + 0.5·0.81 + 2/3·0.729 = 1.791
		// Σ X_s(d−s)/(s·d)·p^d = 1·1/(2·3)·0.729 = 0.1215
		// ((2−1)/3 + 1/2)·0.729 = 0.6075
		{[]int{0, 1}, []int{0, 2, 1}, 0.1/0.9*(1.791+0.1215) + 0.6075},
		// The example of the documentation of rankmeasures: 0.828.
		{[]int{1, 2, 3, 4, 5}, []int{2, 3, 4, 1, 5}, 0.828},
		{nil, []int{0}, math.NaN()},
	} {
		for _, lists := range [2][2][]int{{c.a, c.b}, {c.b, c.a}} {
			if got := rank.RBO(lists[0], lists[1], p); !near(got, c.want) {
				t.Errorf("RBO of %v and %v is %v, want %v", lists[0], lists[1], got, c.want)
			}
		}
	}
}

// slowTauB counts pairs.
func slowTauB(x, y []float64) float64 {
	var agree, tx, ty, all float64
	for i := range x {
		for j := range i {
			dx, dy := x[i]-x[j], y[i]-y[j]
			all++
			if dx == 0 {
				tx++
			}
			if dy == 0 {
				ty++
			}
			if dx*dy > 0 {
				agree++
			} else if dx*dy < 0 {
				agree--
			}
		}
	}
	return agree / math.Sqrt((all-tx)*(all-ty))
}

// slowRho ranks each value by counting and correlates by the textbook.
func slowRho(x, y []float64) float64 {
	ranks := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for i := range v {
			below, same := 0.0, 0.0
			for j := range v {
				if v[j] < v[i] {
					below++
				} else if v[j] == v[i] {
					same++
				}
			}
			out[i] = below + (same+1)/2
		}
		return out
	}
	a, b := ranks(x), ranks(y)
	n := float64(len(a))
	var sa, sb, sab, saa, sbb float64
	for i := range a {
		sa, sb, sab, saa, sbb = sa+a[i], sb+b[i], sab+a[i]*b[i], saa+a[i]*a[i], sbb+b[i]*b[i]
	}
	return (n*sab - sa*sb) / math.Sqrt((n*saa-sa*sa)*(n*sbb-sb*sb))
}

// slowRBO follows the definition: the agreement at every depth, where the unseen
// places of the short list are filled as the extrapolation assumes, and an end
// that continues for ever.
func slowRBO(a, b []int, p float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	in := func(list []int, d, doc int) bool {
		for _, x := range list[:min(d, len(list))] {
			if x == doc {
				return true
			}
		}
		return false
	}
	shared := func(d int) (n float64) {
		for _, doc := range a[:min(d, len(a))] {
			if in(b, d, doc) {
				n++
			}
		}
		return n
	}
	s := len(a)
	var sum, last float64
	for d := 1; d <= len(b); d++ {
		last = shared(d) / float64(d)
		if d > s {
			last = (shared(d) + shared(s)*float64(d-s)/float64(s)) / float64(d)
		}
		sum += (1 - p) * math.Pow(p, float64(d-1)) * last
	}
	return sum + math.Pow(p, float64(len(b)))*last
}

func TestMetricsAgainstSlowOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 8), func(i int) float64 { return float64(i) }), n, n)
		x, y := values.Draw(t, "x"), values.Draw(t, "y")
		same := func(name string, got, want float64) {
			if math.IsNaN(want) || math.IsInf(want, 0) {
				if !math.IsNaN(got) && !math.IsInf(got, 0) {
					t.Fatalf("%s is %v, want none", name, got)
				}
			} else if math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s is %v, want %v", name, got, want)
			}
		}
		same("tau-b", rank.TauB(x, y), slowTauB(x, y))
		same("rho", rank.Rho(x, y), slowRho(x, y))
		a := rapid.Permutation(sequence(n)).Draw(t, "a")[:rapid.IntRange(1, n).Draw(t, "la")]
		b := rapid.Permutation(sequence(n)).Draw(t, "b")[:rapid.IntRange(1, n).Draw(t, "lb")]
		p := rapid.Float64Range(0.1, 0.99).Draw(t, "p")
		same("RBO", rank.RBO(a, b, p), slowRBO(a, b, p))
		if v := rank.RBO(a, b, p); v < -1e-9 || v > 1+1e-9 {
			t.Fatalf("RBO %v", v)
		}
		agree := rank.Agree(ordered(n, a...), ordered(n, b...), p, n)
		if again := rank.Agree(ordered(n, b...), ordered(n, a...), p, n); !near(agree.TauB, again.TauB) || !near(agree.Rho, again.Rho) || agree.Overlap != again.Overlap {
			t.Fatalf("%+v is %+v the other way round", agree, again)
		}
	})
}

// Documents that neither of two shortened lists returned do not count, and a document that one did not
// return follows the rest, tied.
func TestAgreementOfShortenedLists(t *testing.T) {
	a, b := ordered(9, 4, 2, 7), ordered(9, 4, 5)
	got := rank.Agree(a, b, 0.9, 5)
	// Documents 2 4 5 7: ranks 2 1 4 3 and 3.5 1 2 3.5.
	x, y := []float64{2, 1, 4, 3}, []float64{3.5, 1, 2, 3.5}
	if got.Documents != 4 || !near(got.TauB, slowTauB(x, y)) || !near(got.Rho, slowRho(x, y)) {
		t.Errorf("%+v, want tau-b %v, rho %v of 4", got, slowTauB(x, y), slowRho(x, y))
	}
	if got.K != 2 || got.Overlap != 1 {
		t.Errorf("overlap %d of %d", got.Overlap, got.K)
	}
}

func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// BenchmarkAgreement compares three orders of 10,000 documents, each with each.
func BenchmarkAgreement(b *testing.B) {
	const n = 10_000
	r := rand.New(rand.NewPCG(1, 2))
	orders := []rank.Order{ordered(n, r.Perm(n)...), ordered(n, r.Perm(n)...), ordered(n, r.Perm(n)...)}
	marks := make([]int, n)
	for b.Loop() {
		for i := range orders {
			for j := range i {
				rank.Agree(orders[i], orders[j], 0.9, 10)
			}
			rank.Judge(orders[i], marks, 10)
		}
		rank.Disagreements(orders...)
	}
}

// A list is as like itself as can be, and no more: sums of binary fractions exceed 1.
func TestRoundingExceedsNoBound(t *testing.T) {
	for n := 1; n < 60; n++ {
		list := make([]int, n)
		ranks := make([]float64, n)
		for i := range list {
			list[i], ranks[i] = i, float64(i)
		}
		for _, p := range []float64{0.1, 0.5, 0.8, 0.9, 0.98} {
			if got := rank.RBO(list, list, p); got > 1 || got < 1-1e-12 {
				t.Errorf("%d documents, p %v: RBO %v of a list with itself", n, p, got)
			}
		}
		if tau, rho := rank.TauB(ranks, ranks), rank.Rho(ranks, ranks); tau > 1 || rho > 1 {
			t.Errorf("%d documents: tau-b %v, rho %v", n, tau, rho)
		}
	}
}

// Without a document in common every pair that both orders place is in opposite
// order.
func TestAgreementOfListsWithoutACommonDocument(t *testing.T) {
	order := func(docs ...int) rank.Order {
		o := rank.Order{Docs: docs, Place: []int{rank.None, rank.None, rank.None, rank.None}, Score: []float64{4, 3, 2, 1}}
		for place, doc := range docs {
			o.Place[doc] = place
		}
		return o
	}
	if a := rank.Agree(order(0), order(1), 0.9, 1); a.TauB != -1 || a.Rho != -1 || a.RBO != 0 || a.Shared != 0 || a.Documents != 2 {
		t.Errorf("%+v", a)
	}
	// Pairs: 4 opposite, 1 tied by each: −4 ÷ √(5·5).
	if a := rank.Agree(order(0, 1), order(2, 3), 0.9, 2); math.Abs(a.TauB+0.8) > 1e-12 || a.Overlap != 0 || a.Documents != 4 {
		t.Errorf("%+v", a)
	}
	if a := rank.Agree(order(0, 1), order(1, 2), 0.9, 2); a.Shared != 1 || a.Documents != 3 {
		t.Errorf("%+v", a)
	}
}
