package rerank

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
)

// persistence is p of the rank-biased overlap: the reader goes on from one place
// to the next nine times of ten.
const persistence = 0.9

// lastFigures are how the rankings agree and how well they match the marks, as they
// were worked out last.
type lastFigures struct {
	of      inputs
	working bool
	done    measured
}

// inputs are all that the figures depend on.
type inputs struct {
	docs  uint64 // number of the documents
	basis uint64 // version of the marks and runs
	at    int    // the query
	a, b  int    // the models whose agreement it is
	k     int    // depth of nDCG@k
}

// measured brings the figures of some inputs.
type measured struct {
	screen    *Screen
	of        inputs
	agreed    bool // a and b both ranked the documents
	agreement rank.Agreement
	models    []rerankset.Model
	judged    []rank.Judgement // by model
	mean      []rank.Judgement // by model, over its queries
	over      [][]int          // by model, the queries that have a relevant document and its order
	queries   int              // in any of over
	all       disagreement     // of all orders
	pair      disagreement     // of a and b
}

// disagreement is what some orders disagree on: the documents, the widest apart
// first, nil for fewer than two orders, and by document how many places.
type disagreement struct {
	docs   []int
	places []float64
}

func disagreementOf(orders ...rank.Order) (d disagreement) {
	if len(orders) > 1 {
		d.docs, d.places = rank.Disagreements(orders...)
	}
	return d
}

// inputs are what the figures would be worked out of now.
func (s *Screen) inputs() inputs {
	return inputs{docs: s.docs, basis: s.basis, at: s.at, a: s.a, b: s.b, k: s.depth}
}

// measure works the figures out in the background, one set of them at a time,
// and shows meanwhile what is known.
func (s *Screen) measure() tea.Cmd {
	s.showFigures()
	now := s.inputs()
	if s.figures.working || s.figures.of == now {
		return nil
	}
	s.figures.of, s.figures.working = now, true
	orders := make([][]*rank.Order, len(s.set.Queries))
	for q := range orders {
		for _, run := range s.runs[q] {
			orders[q] = append(orders[q], s.ownOrder(run))
		}
	}
	var row []*rank.Order
	for _, run := range s.row() {
		row = append(row, s.orderOf(run))
	}
	set := s.set
	return func() tea.Msg {
		marks := make([][]int, len(orders))
		for q := range marks {
			marks[q] = set.Marks(q)
		}
		d := workOut(now, row, orders, marks)
		d.screen, d.models = s, set.Models
		return d
	}
}

// workOut works the figures out of the orders of the shown query by document, and of the orders
// and marks of all queries by place in their requests.
func workOut(of inputs, row []*rank.Order, orders [][]*rank.Order, marks [][]int) measured {
	d := measured{of: of}
	counted := map[int]bool{}
	if of.a < len(row) && of.b < len(row) && of.a != of.b && row[of.a] != nil && row[of.b] != nil {
		d.agreed, d.agreement = true, rank.Agree(*row[of.a], *row[of.b], persistence, of.k)
		d.pair = disagreementOf(*row[of.a], *row[of.b])
	}
	var present []rank.Order
	for i, o := range row {
		var j rank.Judgement
		if o != nil {
			present = append(present, *o)
			j = rank.Judge(*orders[of.at][i], marks[of.at], of.k)
		}
		d.judged = append(d.judged, j)
		mean, over := meanOf(orders, marks, i, of.k)
		d.mean, d.over = append(d.mean, mean), append(d.over, over)
		for _, q := range over {
			counted[q] = true
		}
	}
	d.queries = len(counted)
	d.all = disagreementOf(present...)
	return d
}

// meanOf is a model's mean, and over which queries it goes: those with a relevant
// document that it brought an order for.
func meanOf(orders [][]*rank.Order, marks [][]int, model, k int) (mean rank.Judgement, over []int) {
	var all lab.Grid // nDCG, RR and AP, by query
	for q, row := range orders {
		if model >= len(row) || row[model] == nil {
			continue
		}
		if j := rank.Judge(*row[model], marks[q], k); j.Relevant > 0 {
			all, over = append(all, []float64{j.NDCG, j.RR, j.AP}), append(over, q)
		}
	}
	return rank.Judgement{NDCG: all.Spread(0).Mean, RR: all.Spread(1).Mean, AP: all.Spread(2).Mean}, over
}

func (d measured) Land() tea.Cmd {
	s := d.screen
	s.figures.working, s.figures.done = false, d
	if d.of != s.inputs() {
		if s.isShown() {
			return s.measure()
		}
		s.shown = 0 // worked out anew when the screen is shown
		return nil
	}
	if len(d.all.docs) == len(s.texts) {
		s.ranking.SetDisagreements(d.all.docs)
	} else {
		s.ranking.SetDisagreements(nil)
	}
	s.showFigures()
	return nil
}

// agreedOn reports whether the agreement is of the models that have its places in
// a set.
func (d *measured) agreedOn(models []rerankset.Model) bool {
	for _, i := range [2]int{d.of.a, d.of.b} {
		if i >= len(models) || i >= len(d.models) || !d.models[i].Same(models[i]) {
			return false
		}
	}
	return true
}

// judgements are those of a model of the set: nothing where they are of another
// query, of other documents or to another depth.
func (d *measured) judgements(now inputs, models []rerankset.Model, i int) (judged, mean rank.Judgement, over []int) {
	at := i // of two that are asked alike, each has its place
	if at >= len(d.models) || !d.models[at].Same(models[i]) {
		at = slices.IndexFunc(d.models, models[i].Same)
	}
	if at < 0 || d.of.docs != now.docs || d.of.at != now.at || d.of.k != now.k {
		unknown := rank.Judge(rank.Order{}, nil, now.k)
		return unknown, unknown, nil
	}
	return d.judged[at], d.mean[at], d.over[at]
}
