package app

import "gatehouse/state/rank"

// split is what some orders disagree on: the documents, the widest apart first,
// nil for fewer than two orders, and by document how many places.
type split struct {
	docs   []int
	places []float64
}

func splitOf(orders ...rank.Order) (s split) {
	if len(orders) > 1 {
		s.docs, s.places = rank.Disagreements(orders...)
	}
	return s
}

// measured works the figures out of the orders by query and model.
func measured(of figuresOf, orders [][]*rank.Order, marks [][]int) rankMeasured {
	d := rankMeasured{of: of}
	row, counted := orders[of.at], map[int]bool{}
	if of.a < len(row) && of.b < len(row) && of.a != of.b && row[of.a] != nil && row[of.b] != nil {
		d.agreed, d.agreement = true, rank.Agree(*row[of.a], *row[of.b], persistence, of.k)
		d.pair = splitOf(*row[of.a], *row[of.b])
	}
	var came []rank.Order
	for i, o := range row {
		var j rank.Judgement
		if o != nil {
			came = append(came, *o)
			j = rank.Judge(*o, marks[of.at], of.k)
		}
		d.judged = append(d.judged, j)
		mean, over := meanOf(orders, marks, i, of.k)
		d.mean, d.over = append(d.mean, mean), append(d.over, over)
		for _, q := range over {
			counted[q] = true
		}
	}
	d.queries = len(counted)
	d.split = splitOf(came...)
	return d
}

// meanOf is a model's mean, and over which queries it goes: those with a relevant
// document that it brought an order for.
func meanOf(orders [][]*rank.Order, marks [][]int, model, k int) (mean rank.Judgement, over []int) {
	var all []rank.Judgement
	for q, row := range orders {
		if model >= len(row) || row[model] == nil {
			continue
		}
		if j := rank.Judge(*row[model], marks[q], k); j.Relevant > 0 {
			all, over = append(all, j), append(over, q)
		}
	}
	mean, _ = rank.Mean(all)
	return mean, over
}
