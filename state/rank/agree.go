package rank

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Agreement is how well two orders of one request agree.
type Agreement struct {
	Documents int     // returned in at least one order: the basis of TauB and Rho
	Shared    int     // of Documents, returned in both
	TauB      float64 // Kendall's tau-b, -1 to 1; NaN where an order ties everything
	Rho       float64 // Spearman's rho, -1 to 1; NaN where an order ties everything
	RBO       float64 // rank-biased overlap, 0 to 1, extrapolated; NaN for an empty order
	P         float64 // of RBO
	Overlap   int     // documents among the first K of both
	K         int     // as requested, at most the length of the shorter list
	Pairs     Pairs   // of Documents
}

// Pairs counts pairs of documents in the same and in opposite order; those that an order ties are only in All.
type Pairs struct{ All, Same, Opposite int }

// Persistence is p of rank-biased overlap, where comparisons are shown and written.
const Persistence = 0.9

// Agree compares two orders of one request. p, between 0 and 1, is the probability that a reader of rank-biased overlap
// continues to the next place; k is the depth of the overlap.
func Agree(a, b Order, p float64, k int) Agreement {
	x, y, shared := common(a, b)
	k = max(min(k, len(a.Docs), len(b.Docs)), 0)
	tau, pairs := tauB(x, y)
	return Agreement{
		Documents: len(x), Shared: shared, TauB: tau, Pairs: pairs, Rho: rho(x, y),
		RBO: RBO(a.Docs, b.Docs, p), P: p,
		Overlap: overlap(a.Docs, b.Docs, k), K: k,
	}
}

// common returns the ranks of the documents in either order, and how many are in both. Equal scores share their mean rank.
// Documents in the other order alone follow, tied, so that lists without a common document are in opposite order (Fagin,
// Kumar, Sivakumar: Comparing Top k Lists, SIAM J. Discrete Math. 17(1), 2003, case 3).
func common(a, b Order) (x, y []float64, shared int) {
	var docs []int
	for doc := range a.Len() {
		inA, inB := a.Place[doc] != None, b.Place[doc] != None
		if inA || inB {
			docs = append(docs, doc)
		}
		if inA && inB {
			shared++
		}
	}
	return ranksOf(a, docs), ranksOf(b, docs), shared
}

// within removes what rounding puts beyond a figure's bounds; NaN stays.
func within(v, low, high float64) float64 { return min(max(v, low), high) }

// ranksOf returns the ranks of some documents in an order, from 1, ties with their mean.
func ranksOf(o Order, docs []int) []float64 {
	ranks := o.meanRanks()
	behind := float64(len(o.Docs)+1+len(docs)) / 2
	out := make([]float64, len(docs))
	for i, doc := range docs {
		if out[i] = behind; o.Place[doc] != None {
			out[i] = ranks[doc]
		}
	}
	return out
}

// meanRanks returns the rank of each document, from 1, ties with their mean; 0 for one that was not returned.
func (o Order) meanRanks() []float64 {
	ranks := make([]float64, o.Len())
	for from, to := range o.groups() {
		for _, doc := range o.Docs[from:to] {
			ranks[doc] = float64(from+to+1) / 2
		}
	}
	return ranks
}

// groups yields the places [from, to) of documents with the same score.
func (o Order) groups() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(o.Docs); {
			j := i + 1
			for j < len(o.Docs) && o.Score[o.Docs[j]] == o.Score[o.Docs[i]] { // false for NaN
				j++
			}
			if !yield(i, j) {
				return
			}
			i = j
		}
	}
}

// tauB returns Kendall's tau-b: pairs in the same order less pairs in opposite order, over the geometric mean of the pairs
// that each list does not tie (M. G. Kendall, Biometrika 33, 1945), in n log n steps (W. R. Knight, JASA 61, 1966).
func tauB(x, y []float64) (tau float64, counted Pairs) {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]))
	})
	tied := func(same func(i, j int) bool) (pairs float64) {
		for i := 0; i < n; {
			j := i + 1
			for j < n && same(i, j) {
				j++
			}
			pairs += float64(j-i) * float64(j-i-1) / 2
			i = j
		}
		return pairs
	}
	tiedX := tied(func(i, j int) bool { return x[order[i]] == x[order[j]] })
	tiedBoth := tied(func(i, j int) bool { return x[order[i]] == x[order[j]] && y[order[i]] == y[order[j]] })
	ys := make([]float64, n)
	for i, at := range order {
		ys[i] = y[at]
	}
	swaps := inversions(ys, make([]float64, n)) // leaves ys sorted
	tiedY := tied(func(i, j int) bool { return ys[i] == ys[j] })
	all := float64(n) * float64(n-1) / 2
	same := all - tiedX - tiedY + tiedBoth - swaps
	tau = within((same-swaps)/math.Sqrt((all-tiedX)*(all-tiedY)), -1, 1)
	return tau, Pairs{All: int(all), Same: int(same), Opposite: int(swaps)}
}

// inversions sorts values by merging and counts the pairs in the wrong order.
func inversions(values, space []float64) (count float64) {
	n := len(values)
	if n < 2 {
		return 0
	}
	left, right := values[:n/2], values[n/2:]
	count = inversions(left, space[:n/2]) + inversions(right, space[n/2:])
	out := space[:0]
	for len(left) > 0 && len(right) > 0 {
		if right[0] < left[0] {
			count += float64(len(left))
			out, right = append(out, right[0]), right[1:]
		} else {
			out, left = append(out, left[0]), left[1:]
		}
	}
	out = append(append(out, left...), right...)
	copy(values, out)
	return count
}

// rho returns Spearman's rho: the correlation of two lists of ranks, ties with their mean rank (C. Spearman, 1904).
func rho(x, y []float64) float64 {
	mean := float64(len(x)+1) / 2
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mean, y[i]-mean
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return within(xy/math.Sqrt(xx*yy), -1, 1)
}

// RBO returns the rank-biased overlap of two lists of documents, extrapolated to their unseen ends: RBO_EXT for lists of
// uneven length (Webber, Moffat, Zobel: A Similarity Measure for Indefinite Rankings, ACM TOIS 28(4), 2010, equation 32).
// It is NaN if a list is empty.
func RBO(a, b []int, p float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	short, long := len(a), len(b)
	if short == 0 {
		return math.NaN()
	}
	seen := make([]bool, 1+max(slices.Max(a), slices.Max(b)))
	var shared, sharedShort, sum float64
	weight := 1.0
	for d := 1; d <= long; d++ {
		weight *= p
		for _, list := range [2][]int{a, b} {
			if d > len(list) {
				continue
			}
			if doc := list[d-1]; seen[doc] {
				shared++
			} else {
				seen[doc] = true
			}
		}
		depth := float64(d)
		sum += shared / depth * weight
		switch s := float64(short); {
		case d == short:
			sharedShort = shared
		case d > short:
			sum += sharedShort * (depth - s) / (s * depth) * weight
		}
	}
	end := (shared-sharedShort)/float64(long) + sharedShort/float64(short)
	return within((1-p)/p*sum+end*weight, 0, 1)
}

// overlap counts the documents among the first k of both lists.
func overlap(a, b []int, k int) (count int) {
	first := make(map[int]bool, k)
	for _, doc := range a[:k] {
		first[doc] = true
	}
	for _, doc := range b[:k] {
		if first[doc] {
			count++
		}
	}
	return count
}
