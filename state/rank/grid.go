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

// known are the figures of a model that are known, the lowest first.
func (g Grid) known(model int) []float64 {
	known := slices.DeleteFunc(g.Column(model), math.IsNaN)
	slices.Sort(known)
	return known
}

// Spread is how the figures of one model lie.
type Spread struct {
	Queries      int     // that have one
	Mean, Median float64 // NaN without one
}

// Spread works out how the figures of a model lie.
func (g Grid) Spread(model int) Spread {
	known := g.known(model)
	if len(known) == 0 {
		return Spread{Mean: math.NaN(), Median: math.NaN()}
	}
	return Spread{len(known), mean(known), quantile(known, 0.5)}
}

// Worst lists the queries with the lowest figures of a model, or where low is better the highest, the
// worst first, at most so many.
func (g Grid) Worst(model, most int, lowIsBetter bool) (worst []int) {
	for q := range g {
		if !math.IsNaN(g[q][model]) {
			worst = append(worst, q)
		}
	}
	slices.SortStableFunc(worst, func(a, b int) int {
		if lowIsBetter {
			a, b = b, a
		}
		return cmp.Compare(g[a][model], g[b][model])
	})
	return worst[:min(most, len(worst))]
}

// Quantile is the value below which a share of a model's figures lies; NaN without one.
func (g Grid) Quantile(model int, share float64) float64 {
	known := g.known(model)
	if len(known) == 0 {
		return math.NaN()
	}
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

// Queries returns the queries in the order of the set.
func (g Grid) Queries() []int {
	order := make([]int, len(g))
	for q := range order {
		order[q] = q
	}
	return order
}

// ByMean returns the queries, those first whose mean over the models is lowest, or highest if low
// is better. Queries without a figure are last.
func (g Grid) ByMean(lowIsBetter bool) []int {
	means := make([]float64, len(g))
	for q := range g {
		means[q] = math.Inf(1)
		if known := slices.DeleteFunc(slices.Clone(g[q]), math.IsNaN); len(known) > 0 {
			if means[q] = mean(known); lowIsBetter {
				means[q] = -means[q]
			}
		}
	}
	order := g.Queries()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[a], means[b]) })
	return order
}

// ByDisagreement returns the queries, those first whose figures differ most.
func (g Grid) ByDisagreement() []int {
	order := g.Queries()
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
