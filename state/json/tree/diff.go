package tree

import (
	"hash/maphash"

	"gatehouse/client/scan"
)

// ChangeKind is how a value of one document compares to one of another.
type ChangeKind uint8

// The kinds of changes. Same and Respelled are no difference.
const (
	Same      ChangeKind = iota // including everything in it
	Respelled                   // the same meaning in another spelling, or with members in another order
	Inside                      // an object or array with differences inside; they follow
	Changed                     // another value at the same path
	Added                       // only the second document has it
	Removed                     // only the first has it
	Moved                       // the same element at another position in its array
)

// Change is one row of a comparison: a value of the first document, of the
// second, or one of each.
type Change struct {
	Kind  ChangeKind
	A, B  int // values of the two indexes; -1 where there is none
	Depth int
	Apart bool // the paths differ: see Aligned
}

// Differs reports whether the change is a difference in meaning.
func (c Change) Differs() bool { return c.Kind > Respelled }

// Delta is the difference of two documents, in their order. What is the same, and what
// only one of them has, is one row however large it is.
type Delta struct {
	A, B *Index
	Rows []Change
}

// Path returns the path of a change as Index.Path writes it: in the second document,
// except for what only the first has. For a change with Apart it is both.
func (d *Delta) Path(c Change) string {
	if c.Apart && c.A >= 0 && c.B >= 0 {
		if a, b := d.A.Path(c.A), d.B.Path(c.B); a != b {
			return a + " → " + b
		}
	}
	if c.B >= 0 {
		return d.B.Path(c.B)
	}
	return d.A.Path(c.A)
}

// Differences counts the differences in meaning and in spelling.
func (d *Delta) Differences() (differ, respelled int) {
	for _, c := range d.Rows {
		switch {
		case c.Kind == Inside:
		case c.Differs():
			differ++
		case c.Kind == Respelled && c.A >= 0 && !d.A.Container(c.A):
			respelled++
		}
	}
	return differ, respelled
}

// Diff compares two documents. Members are matched by name; elements by content, by their
// id, call_id or name, and otherwise by order.
func Diff(a, b *Index) *Delta { return DiffAligned(a, b, Aligned{}) }

// Aligned is the part of two documents that was compared by something other than paths.
type Aligned struct {
	A, B []int    // members of each document that were compared, and are skipped here
	Rows []Change // rows of that comparison, listed after all others
}

// DiffAligned is Diff without what was aligned already.
func DiffAligned(a, b *Index, aligned Aligned) *Delta {
	seed := maphash.MakeSeed()
	d := &differ{a: a, b: b, sumsA: newSums(a, seed), sumsB: newSums(b, seed), aligned: aligned}
	d.out = &Delta{A: a, B: b}
	d.work = append(d.work, Change{A: 0, B: 0})
	for len(d.work) > 0 {
		c := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.compare(c)
	}
	d.out.Rows = append(d.out.Rows, aligned.Rows...)
	return d.out
}

// differ compares two indexes. work holds the pairs that are still to be
// looked at, the next one last.
type differ struct {
	a, b         *Index
	sumsA, sumsB *sums
	aligned      Aligned
	work         []Change
	out          *Delta
}

// compare adds the row of a pair, and queues what is in it.
func (d *differ) compare(c Change) {
	switch {
	case c.A < 0:
		c.Kind = Added
	case c.B < 0:
		c.Kind = Removed
	case c.A == 0 && c.B == 0 && len(d.aligned.Rows) > 0:
		c.Kind = Inside
	case d.same(c.A, c.B):
		if c.Kind != Moved && d.sumsA.spells[c.A] != d.sumsB.spells[c.B] {
			c.Kind = Respelled
		}
	case d.a.Container(c.A) && d.a.Kind(c.A) == d.b.Kind(c.B):
		c.Kind = Inside
	default:
		c.Kind = Changed
	}
	d.out.Rows = append(d.out.Rows, c)
	if c.Kind != Inside && (c.Kind != Respelled || !d.a.Container(c.A)) {
		return
	}
	pairs := d.elements(c)
	if d.a.Kind(c.A) == scan.Object {
		pairs = d.members(c)
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		pairs[i].Depth = c.Depth + 1
		d.work = append(d.work, pairs[i])
	}
}

func (d *differ) same(a, b int) bool { return d.sumsA.means[a] == d.sumsB.means[b] }
