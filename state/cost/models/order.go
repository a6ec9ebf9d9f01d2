package models

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Order is how a list of models is sorted.
type Order int

// The orders. What a model's list does not say puts it last.
const (
	Listed Order = iota // as the service lists them, after those the user used
	ByPrice
	ByContext
	ByName
	Newest
	Orders // how many there are
)

// String returns the order's name.
func (o Order) String() string {
	return [...]string{"recent", "price", "context", "name", "newest"}[o]
}

// Sorted returns the models in an order. In the order of the list the favourites come
// first, then those that were used last.
func Sorted(all []Model, o Order, favourites, used []string) []Model {
	all = slices.Clone(all)
	switch o {
	case Listed:
		mine := slices.Concat(favourites, used)
		rank := make(map[string]int, len(mine))
		for i, slug := range mine {
			if _, ok := rank[slug]; !ok {
				rank[slug] = i - len(mine)
			}
		}
		slices.SortStableFunc(all, func(a, b Model) int { return rank[a.Slug] - rank[b.Slug] })
	case ByPrice:
		slices.SortStableFunc(all, func(a, b Model) int {
			return cmp.Or(cmp.Compare(unknownLast(a.In), unknownLast(b.In)), cmp.Compare(unknownLast(a.Out), unknownLast(b.Out)))
		})
	case ByContext:
		slices.SortStableFunc(all, func(a, b Model) int { return b.Context - a.Context })
	case ByName:
		slices.SortStableFunc(all, func(a, b Model) int { return strings.Compare(strings.ToLower(a.Slug), strings.ToLower(b.Slug)) })
	case Newest:
		slices.SortStableFunc(all, func(a, b Model) int { return cmp.Compare(b.Created, a.Created) })
	}
	return all
}

func unknownLast(f float64) float64 {
	if math.IsNaN(f) {
		return math.Inf(1)
	}
	return f
}
