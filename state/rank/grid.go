package rank

import (
	"cmp"
	"math"
	"slices"
)

// Grid is one figure of every query by every model: by query, then by model, NaN where it is
// not known.
type Grid [][]float64

// Models is how many models the grid has.
func (g Grid) Models() int {
	if len(g) == 0 {
		return 0
	}
	return len(g[0])
}

// Column is the figure of one model for every query.
func (g Grid) Column(model int) []float64 {
	out := make([]float64, len(g))
	for q := range g {
		out[q] = g[q][model]
	}
	return out
}

// Spread is how the figures of one model lie.
type Spread struct {
	Queries      int     // that have one
	Mean, Median float64 // NaN without one
	Worst        []int   // the queries with the lowest figures, the lowest first
}

// Spread works out how the figures of a model lie, and names the worst of them, at most so
// many: the lowest, or where low is better the highest.
func (g Grid) Spread(model, worst int, lowIsBetter bool) Spread {
	s := Spread{Mean: math.NaN(), Median: math.NaN()}
	values := g.Column(model)
	var known []float64
	for q, v := range values {
		if !math.IsNaN(v) {
			known, s.Worst = append(known, v), append(s.Worst, q)
		}
	}
	if s.Queries = len(known); s.Queries == 0 {
		return s
	}
	slices.SortStableFunc(s.Worst, func(a, b int) int {
		if lowIsBetter {
			a, b = b, a
		}
		return cmp.Compare(values[a], values[b])
	})
	s.Worst = s.Worst[:min(worst, len(s.Worst))]
	slices.Sort(known)
	s.Mean, s.Median = mean(known), quantile(known, 0.5)
	return s
}

// Quantile is the value below which a share of a model's figures lies; NaN without one.
func (g Grid) Quantile(model int, share float64) float64 {
	known := slices.DeleteFunc(g.Column(model), math.IsNaN)
	if len(known) == 0 {
		return math.NaN()
	}
	slices.Sort(known)
	return quantile(known, share)
}

// Apart is how far a query's figures lie apart; 0 with fewer than two.
func (g Grid) Apart(query int) float64 {
	known := slices.DeleteFunc(slices.Clone(g[query]), math.IsNaN)
	if len(known) < 2 {
		return 0
	}
	return slices.Max(known) - slices.Min(known)
}

// ByDisagreement lists the queries, those first whose figures lie furthest apart.
func (g Grid) ByDisagreement() []int {
	order := make([]int, len(g))
	for q := range order {
		order[q] = q
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.Apart(b), g.Apart(a)) })
	return order
}

// FirstRelevant is the place, from 1, of the first document of an order that is relevant by
// marks, in a tie the mean over all orders of the tie; NaN where none of it is.
func FirstRelevant(o Order, marks []int) float64 {
	for from, to := range o.groups() {
		relevant := 0
		for _, doc := range o.Docs[from:to] {
			if doc < len(marks) && marks[doc] > 0 {
				relevant++
			}
		}
		if relevant > 0 { // the expected least of so many places drawn out of the tie's
			return float64(from) + float64(to-from+1)/float64(relevant+1)
		}
	}
	return math.NaN()
}
