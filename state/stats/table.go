package stats

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
)

// Table is the figures of exchanges by group, and over time.
type Table struct {
	By     Dimension
	Span   Span // what was asked for; zero times: from the first, or to the last
	All    Group
	Bins   []Bin
	Groups []Compared
	Before *Group // all exchanges of the span before; nil: they are not compared with it
	Was    Span   // that span
	Tests  int    // how many differences were tested
}

// lineParts is in how many parts the line over time of a group is.
const lineParts = 12

// TableOf computes the table of exchanges, with at most bins of time; before are the exchanges to
// compare with, nil for none. Groups by time are not compared: no other span has them.
func TableOf(x, before *Exchanges, by Dimension, span Span, bins int, in *time.Location) *Table {
	t := &Table{By: by, Span: span, All: x.All(0), Bins: x.Bins(span, bins, in)}
	if before != nil {
		all := before.All(0)
		t.Before = &all
	}
	if t.Comparing() {
		t.Groups = x.Against(before, by, lineParts, in)
		t.Tests = TestsOfGroup * len(t.Groups)
		return t
	}
	for _, g := range x.Groups(by, lineParts, in) {
		t.Groups = append(t.Groups, Compared{Now: g})
	}
	return t
}

// Column is a figure of groups that they can be put in order by.
type Column struct {
	Name  string
	Value func(g *Group) (v float64, known bool)
}

// Columns are all figures of groups; by the first they are in order at first.
func Columns() []Column {
	spread := func(of func(*Group) Spread, value func(Spread) int64) func(*Group) (float64, bool) {
		return func(g *Group) (float64, bool) { s := of(g); return float64(value(s)), s.Known > 0 }
	}
	sum := func(of func(*Group) Sum) func(*Group) (float64, bool) {
		return func(g *Group) (float64, bool) { s := of(g); return float64(s.Sum), s.Known > 0 }
	}
	p50, p95 := func(s Spread) int64 { return s.P50 }, func(s Spread) int64 { return s.P95 }
	ttft, total := func(g *Group) Spread { return g.TTFT }, func(g *Group) Spread { return g.Total }
	return []Column{
		{"exchanges", func(g *Group) (float64, bool) { return float64(g.Count), true }},
		{"failed", func(g *Group) (float64, bool) { return g.FailedShare(), true }},
		{"ttft p50", spread(ttft, p50)}, {"ttft p95", spread(ttft, p95)},
		{"total p50", spread(total, p50)}, {"total p95", spread(total, p95)},
		{"tok/s", spread(func(g *Group) Spread { return g.Rate }, p50)},
		{"in", sum(func(g *Group) Sum { return g.In })},
		{"cached", (*Group).CachedShare},
		{"out", sum(func(g *Group) Sum { return g.Out })},
		{"cost", sum(func(g *Group) Sum { return g.Cost })},
		{"lost", sum(func(g *Group) Sum { return g.Lost })},
		{"each", func(g *Group) (float64, bool) { return g.Cost.Mean(), g.Cost.Known > 0 }},
		{"name", nil},
	}
}

// Sort puts the groups in order by a column, the largest first; those whose figure is not known
// come last. Names begin with the first of the alphabet.
func (t *Table) Sort(by Column, turned bool) {
	slices.SortStableFunc(t.Groups, func(a, b Compared) int {
		order := 0
		if by.Value == nil {
			order = strings.Compare(a.Now.Name, b.Now.Name)
		} else {
			v, known := by.Value(&a.Now)
			w, knownToo := by.Value(&b.Now)
			switch {
			case known && !knownToo:
				return -1
			case knownToo && !known:
				return 1
			}
			order = cmp.Compare(w, v)
		}
		if turned {
			order = -order
		}
		return order
	})
}

// Pair compares two groups with one another as Against does: the first is now, and the second
// before.
func (x *Exchanges) Pair(d Dimension, a, b string, in *time.Location) Compared {
	of := func(name string) *Exchanges {
		division, one := x.by(d, in), &Exchanges{Names: []string{""}}
		for row := range x.Start {
			for _, i := range division.groups(row) {
				if division.names[i] == name {
					one.take(x, row)
				}
			}
		}
		return one
	}
	single := Dimension{Name: d.Name}
	c := of(a).Against(of(b), single, 0, in)
	if len(c) == 0 {
		return Compared{Now: Group{Name: a}, Before: Group{Name: b}}
	}
	c[0].Now.Name, c[0].Before.Name = a, b
	return c[0]
}

// take adds a row of others, without its value of the dimension.
func (x *Exchanges) take(of *Exchanges, row int) {
	x.Start, x.Kind, x.Name = append(x.Start, of.Start[row]), append(x.Kind, of.Kind[row]), append(x.Name, 0)
	from := of.Figures()
	for i, column := range x.Figures() {
		*column = append(*column, (*from[i])[row])
	}
}

// Comparing reports whether each group is compared with the one of its name before.
func (t *Table) Comparing() bool { return t.Before != nil && !t.By.ByTime() }

// Known is the span from the first to the last of the bins; zero for none.
func (t *Table) Known() Span {
	if len(t.Bins) == 0 {
		return Span{}
	}
	return Span{t.Bins[0].From, t.Bins[len(t.Bins)-1].To}
}

// Dollars are those of a cost in trillionths.
func Dollars(trillionths float64) float64 { return trillionths / Trillion }

// PerSecond is a rate in thousandths, as a whole number.
func PerSecond(thousandths int64) int { return int(math.Round(float64(thousandths) / 1000)) }
