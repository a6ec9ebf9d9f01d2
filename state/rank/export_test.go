package rank

import (
	"cmp"
	"slices"
)

// TauB is tauB for the tests.
func TauB(x, y []float64) float64 {
	tau, _ := tauB(x, y)
	return tau
}

// Rho is rho of the ranks of values.
func Rho(x, y []float64) float64 { return rho(meanRanks(x), meanRanks(y)) }

// meanRanks returns the rank of each value, from 1, ties with their mean.
func meanRanks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}
