package history

import (
	"cmp"

	"gatehouse/state"
)

// Order is how a list of exchanges is ordered. The zero value has the newest first.
type Order struct {
	Column    string // in databases, with an index; "": when they began
	Ascending bool   // the smallest first, or with no column the oldest
}

// Orders returns the columns that a list can be ordered by, in the order in which they are offered.
// By lasted, exchanges are ordered by when they ended: one that fell silent is not a quick one.
func Orders() []string { return []string{"", "lasted", "ttft", "cost", "tokens"} }

// String describes the order in two words; empty for the newest first.
func (o Order) String() string {
	switch {
	case o == Order{}:
		return ""
	case o.Column == "":
		return "oldest first"
	}
	return "by " + o.Column + o.Mark()
}

// place returns the column in whose place a list shows what it is ordered by: lasted has cells only where it
// differs from the total.
func (o Order) place() string {
	if o.Column == "lasted" {
		return "total"
	}
	return cmp.Or(o.Column, "id")
}

// Mark returns the sign of the direction, for the title of the column.
func (o Order) Mark() string {
	if o.Ascending {
		return " ▴"
	}
	return " ▾"
}

// IsBy reports whether the order is that of a column.
func (o Order) IsBy(c *Column) bool {
	return o != Order{} && c.Name == o.place()
}

// Compare compares two entries as lists show them. In another order than the newest first those that
// run are first, and those without a value last.
func (o Order) Compare(a, b *Entry) int {
	if o == (Order{}) {
		return b.Start.Compare(a.Start)
	}
	if aRuns, bRuns := a.Verdict == state.Running, b.Verdict == state.Running; aRuns != bRuns || aRuns {
		return cmp.Or(compareTruth(bRuns, aRuns), b.Start.Compare(a.Start))
	}
	down := -1
	if o.Ascending {
		down = 1
	}
	if o.Column == "" {
		return down * a.Start.Compare(b.Start)
	}
	c := ColumnOf(o.Column)
	x, hasX := float(c.Of(a).Get())
	y, hasY := float(c.Of(b).Get())
	if !hasX || !hasY {
		return cmp.Or(compareTruth(hasY, hasX), b.Start.Compare(a.Start))
	}
	return down * cmp.Or(cmp.Compare(x, y), a.Start.Compare(b.Start))
}

func compareTruth(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func float(value any) (n float64, ok bool) {
	switch v := value.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
