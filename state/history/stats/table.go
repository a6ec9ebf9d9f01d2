package stats

import (
	"cmp"
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
		t.Groups = x.CompareWith(before, by, lineParts, in)
		t.Tests = TestsOfGroup * len(t.Groups)
		return t
	}
	for _, g := range x.Groups(by, lineParts, in) {
		t.Groups = append(t.Groups, Compared{Now: g})
	}
	return t
}

// ByName is the order of groups by name.
const ByName = "name"

// Sort sorts the groups by a figure, the largest first, or by name. Groups whose figure is unknown come
// last.
func (t *Table) Sort(by string, reversed bool) {
	figure, ok := FigureOf(by)
	slices.SortStableFunc(t.Groups, func(a, b Compared) int {
		order := strings.Compare(a.Now.Name, b.Now.Name)
		if ok {
			v, known := figure.Value(&a.Now)
			w, knownToo := figure.Value(&b.Now)
			switch {
			case known > 0 && knownToo == 0:
				return -1
			case knownToo > 0 && known == 0:
				return 1
			}
			order = cmp.Compare(w, v)
		}
		if reversed {
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
					one.appendRow(x, row)
				}
			}
		}
		return one
	}
	single := Dimension{Name: d.Name}
	c := of(a).CompareWith(of(b), single, 0, in)
	if len(c) == 0 {
		return Compared{Now: Group{Name: a}, Before: Group{Name: b}}
	}
	c[0].Now.Name, c[0].Before.Name = a, b
	return c[0]
}

// appendRow adds a row of others, without its value of the dimension.
func (x *Exchanges) appendRow(of *Exchanges, row int) {
	x.Start, x.Kind, x.Name = append(x.Start, of.Start[row]), append(x.Kind, of.Kind[row]), append(x.Name, 0)
	from := of.Figures()
	for i, column := range x.Figures() {
		*column = append(*column, (*from[i])[row])
	}
}

// Comparing reports whether each group is compared with the one of its name before.
func (t *Table) Comparing() bool { return t.Before != nil && !t.By.ByTime() }

// Known returns the span from the first to the last of the bins; zero for none.
func (t *Table) Known() Span {
	if len(t.Bins) == 0 {
		return Span{}
	}
	return Span{t.Bins[0].From, t.Bins[len(t.Bins)-1].To}
}

// Dollars returns trillionths of a dollar in dollars.
func Dollars(trillionths float64) float64 { return trillionths / Trillion }
