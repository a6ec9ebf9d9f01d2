package lab

import (
	"cmp"
	"math"
	"slices"
)

// Grid is one figure of each case (a row) by each candidate (a column), NaN where it is unknown.
type Grid [][]float64

// Candidates returns how many candidates the grid has.
func (g Grid) Candidates() int {
	if len(g) == 0 {
		return 0
	}
	return len(g[0])
}

// Column returns the figure of one candidate for every case.
func (g Grid) Column(candidate int) []float64 {
	out := make([]float64, len(g))
	for c := range g {
		out[c] = g[c][candidate]
	}
	return out
}

// known returns the known figures, sorted.
func known(figures []float64) []float64 {
	known := slices.DeleteFunc(slices.Clone(figures), math.IsNaN)
	slices.Sort(known)
	return known
}

// Spread describes the figures of one candidate.
type Spread struct {
	Cases        int     // that have one
	Mean, Median float64 // NaN without one
}

// Spread describes the figures of a candidate.
func (g Grid) Spread(candidate int) Spread {
	known := known(g.Column(candidate))
	return Spread{len(known), mean(known), quantile(known, 0.5)}
}

// Quantile returns the value below which a share of a candidate's figures is; NaN without one.
func (g Grid) Quantile(candidate int, share float64) float64 {
	return quantile(known(g.Column(candidate)), share)
}

// Worst returns at most max cases with the lowest figures of a candidate, or the highest if low
// is better, the worst first.
func (g Grid) Worst(candidate, max int, lowIsBetter bool) (worst []int) {
	for c := range g {
		if !math.IsNaN(g[c][candidate]) {
			worst = append(worst, c)
		}
	}
	slices.SortStableFunc(worst, func(a, b int) int {
		if lowIsBetter {
			a, b = b, a
		}
		return cmp.Compare(g[a][candidate], g[b][candidate])
	})
	return worst[:min(max, len(worst))]
}

// Order is an order of the cases of a grid.
type Order int

// The orders.
const (
	BySet          Order = iota
	ByDisagreement       // those first whose figures differ most
	ByWorst              // those first whose mean is worst; cases without a figure last
)

// Sort returns the cases in an order.
func (g Grid) Sort(o Order, lowIsBetter bool) []int {
	cases, keys := make([]int, len(g)), make([]float64, len(g))
	for c := range g {
		cases[c] = c
		switch known := known(g[c]); {
		case o == ByWorst && len(known) == 0:
			keys[c] = math.Inf(1)
		case o == ByWorst && lowIsBetter:
			keys[c] = -mean(known)
		case o == ByWorst:
			keys[c] = mean(known)
		case o == ByDisagreement && len(known) > 0:
			keys[c] = known[0] - known[len(known)-1]
		}
	}
	slices.SortStableFunc(cases, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return cases
}
