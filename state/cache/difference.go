package cache

import (
	"fmt"
	"slices"

	"gatehouse/state/answer/run"
)

// Change is what the first difference between two prompts is.
type Change uint8

// The changes.
const (
	Same      Change = iota // there is none: one begins with all of the other
	Replaced                // a piece is another
	Added                   // pieces were added before it
	Removed                 // pieces are gone
	Moved                   // the same pieces are in another order
	ToolsOnly               // the tools differ in any way
	Spelling                // white space or the order of members alone
)

// Difference is where two prompts part.
type Difference struct {
	Change Change
	Group  run.Group // of the first piece that differs
	Pieces int       // that are the same from the beginning
	Bytes  int       // of these, without media, and of the beginning of the piece that differs by its sums
	Upto   int       // bytes that may be the same
	At     int       // of the piece that differs, in bytes; exact where both texts are known
	Recurs int       // bytes after the first difference that the prompt before has too
}

func same(a, b *run.Piece) bool {
	return a.Group == b.Group && a.Size == b.Size && slices.Equal(a.Sums, b.Sums)
}

// Diff compares a prompt with one before it.
func Diff(now, before *run.Prompt) (d Difference) {
	a, b := now.Pieces, before.Pieces
	for d.Pieces < min(len(a), len(b)) && same(&a[d.Pieces], &b[d.Pieces]) {
		if !a[d.Pieces].Media {
			d.Bytes += a[d.Pieces].Size
		}
		d.Pieces++
	}
	d.Upto = d.Bytes
	if d.Pieces == len(b) || d.Pieces == len(a) {
		return d
	}
	x, y := &a[d.Pieces], &b[d.Pieces]
	d.Group = min(x.Group, y.Group)
	for _, n := range recurring(a[d.Pieces:], b[d.Pieces:], d.inside(x, y)) {
		d.Recurs += n
	}
	d.Change = changeOf(a[d.Pieces:], b[d.Pieces:])
	switch {
	case x.Group == y.Group && x.Text != "" && y.Text != "" && run.Meaning(x.Text) == run.Meaning(y.Text):
		d.Change = Spelling
	case d.Group != run.Tools:
	case slices.Equal(sums(now, run.Tools, true), sums(before, run.Tools, true)):
		d.Change = Moved
	default:
		d.Change = ToolsOnly
	}
	return d
}

// sums returns what identifies the pieces of a group of a prompt, in their order or sorted.
func sums(p *run.Prompt, g run.Group, sorted bool) (all []string) {
	for _, x := range p.Pieces {
		if x.Group == g {
			all = append(all, fmt.Sprint(x.Size, x.Sums))
		}
	}
	if sorted {
		slices.Sort(all)
	}
	return all
}

// Differ reports whether two prompts have other pieces of a group.
func Differ(now, before *run.Prompt, g run.Group) bool {
	return !slices.Equal(sums(now, g, false), sums(before, g, false))
}

// inside finds where two pieces part, and how many of their sums are the same before.
func (d *Difference) inside(x, y *run.Piece) (sums int) {
	if x.Group != y.Group || x.Media || y.Media {
		return 0
	}
	for sums < min(len(x.Sums), len(y.Sums)) && x.Sums[sums] == y.Sums[sums] {
		sums++
	}
	d.At = min(sums*run.SumSize, x.Size, y.Size)
	d.Bytes += d.At // the same with texts and without: a loss has one figure
	most := min(d.At+run.SumSize, x.Size, y.Size)
	if x.Text != "" && y.Text != "" {
		for d.At < most && x.Text[d.At] == y.Text[d.At] {
			d.At++
		}
		most = d.At
	}
	d.Upto += most
	return sums
}

// Recurring returns how many bytes of each piece of a prompt the one before has too, after the first
// difference of both.
func (d *Difference) Recurring(now, before *run.Prompt) []int {
	known := make([]int, len(now.Pieces))
	if d.Change != Same {
		a, b := now.Pieces[d.Pieces:], before.Pieces[d.Pieces:]
		copy(known[d.Pieces:], recurring(a, b, new(Difference).inside(&a[0], &b[0])))
	}
	return known
}

// recurring counts the bytes of each piece that other pieces have too. common is how many sums the first
// pieces of both have in common, which do not count.
func recurring(a, b []run.Piece, common int) []int {
	left := map[uint64]int{}
	for i := range b {
		for j, s := range b[i].Sums {
			if i > 0 || j >= common {
				left[s]++
			}
		}
	}
	bytes := make([]int, len(a))
	for i := range a {
		known := 0
		for j, s := range a[i].Sums {
			if (i > 0 || j >= common) && left[s] > 0 {
				left[s]--
				known++
			}
		}
		switch {
		case a[i].Media:
		case known == len(a[i].Sums):
			bytes[i] = a[i].Size
		default:
			bytes[i] = known * run.SumSize
		}
	}
	return bytes
}

// changeOf returns what the first of some pieces have in common with the others.
func changeOf(a, b []run.Piece) Change {
	later := func(p *run.Piece, in []run.Piece) bool {
		return slices.ContainsFunc(in[1:], func(x run.Piece) bool { return same(p, &x) })
	}
	switch was, is := later(&b[0], a), later(&a[0], b); {
	case was && is:
		return Moved
	case was:
		return Added
	case is:
		return Removed
	}
	return Replaced
}
