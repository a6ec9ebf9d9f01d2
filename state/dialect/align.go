package dialect

import (
	"hash/maphash"
	"slices"
	"strconv"

	"gatehouse/state/json/tree"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Change is what became of a part of the first body in the second.
type Change uint8

// The changes.
const (
	Unchanged Change = iota // the same text in the same role
	Changed                 // another text at the same position, or the same in another role
	Dropped                 // not found in the second body
	Added                   // only in the second body
)

// Place is a part of a body, and the role of its message.
type Place struct {
	Role string
	Part
}

// Pair is a part of the first body and what became of it in the second.
type Pair struct {
	Change Change
	A, B   *Place // nil where the body has none
	Moved  bool   // unchanged, but in another order
}

// Alignment is what became of the parts of one body in another.
type Alignment struct {
	Pairs []Pair // in the order of the second body; what was dropped is where it was
	A, B  Body
	Cut   bool // a body was not read to its end: there may be more
}

// Count returns how many parts had a change.
func (a *Alignment) Count(c Change) int {
	n := 0
	for i := range a.Pairs {
		if a.Pairs[i].Change == c {
			n++
		}
	}
	return n
}

// Moved returns how many of the unchanged parts are in another order.
func (a *Alignment) Moved() int {
	n := 0
	for i := range a.Pairs {
		if a.Pairs[i].Moved {
			n++
		}
	}
	return n
}

// Align aligns the parts of two bodies: the same parts in the same order, the
// same parts elsewhere, texts that were joined to one or split, and last what
// was probably changed. Its time is linear in the size of the bodies.
func Align(a, b Body) *Alignment {
	al := newAligner(a, b)
	al.inOrder()
	al.elsewhere()
	al.order()
	al.joins()
	al.changed(func(p Place) key { return key{class: class{kind: p.Kind}, name: p.ID} }) // calls and outputs by the id of the call
	al.otherRole()
	al.gaps()
	return &Alignment{Pairs: al.pairs(), A: a, B: b, Cut: a.Cut || b.Cut}
}

// none is the partner of a part that has none.
const none = -1

// aligner pairs the parts of two bodies.
type aligner struct {
	a, b         []Place
	keysA, keysB []int    // equal parts have the same
	toB          []int    // by part of a: its partner in b, or none; of several the first
	toA          []int    // by part of b
	change       []Change // by part of a
	moved        []bool   // by part of a
	anchors      [][2]int // what is the same in the same order
	roleless     bool     // a speaker is not known, so that roles are not compared
	unknown      bool     // the second body has an unknown dialect
}

func newAligner(a, b Body) *aligner {
	al := &aligner{a: places(a), b: places(b), unknown: b.Dialect == Unknown}
	al.toB, al.toA = unpaired(len(al.a)), unpaired(len(al.b))
	al.change, al.moved = make([]Change, len(al.a)), make([]bool, len(al.a))
	nobody := func(p Place) bool { return p.Kind == Text && p.Role == "" }
	al.roleless = slices.ContainsFunc(al.a, nobody) || slices.ContainsFunc(al.b, nobody)
	seed, numbers := maphash.MakeSeed(), map[key]int{}
	al.keysA, al.keysB = al.number(al.a, seed, numbers), al.number(al.b, seed, numbers)
	return al
}

func places(b Body) []Place {
	var list []Place
	for _, m := range b.Messages {
		for _, p := range m.Parts {
			list = append(list, Place{m.Role, p})
		}
	}
	return list
}

func unpaired(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = none
	}
	return list
}

func (al *aligner) pair(i, j int, c Change) {
	al.toB[i], al.toA[j], al.change[i] = j, i, c
}

// class is what a part must have in common with another to be it, changed.
type class struct {
	kind Kind
	role string
}

// class leaves out the role where the dialects differ in it: of calls, outputs and
// thoughts.
func (al *aligner) class(p Place) class {
	c := class{kind: p.Kind}
	if !al.roleless && (p.Kind == Text || p.Kind == Media) {
		c.role = p.Role
	}
	return c
}

// key is what equal parts have in common. The ids of calls are left out: some
// services replace them.
type key struct {
	class
	name string
	text string
	sum  uint64 // of JSON, instead of its text
}

// number gives equal parts the same number.
func (al *aligner) number(list []Place, seed maphash.Seed, numbers map[key]int) []int {
	out := make([]int, len(list))
	for i, p := range list {
		k := key{class: al.class(p), text: p.Text}
		if p.Kind == Call {
			k.name = p.Name
		}
		if p.Kind == Call || p.Kind == Other {
			if sum, ok := tree.Meaning([]byte(p.Text), seed); ok {
				k.text, k.sum = "", sum
			}
		}
		if _, ok := numbers[k]; !ok {
			numbers[k] = len(numbers)
		}
		out[i] = numbers[k]
	}
	return out
}

// inOrder pairs the same parts in the same order.
func (al *aligner) inOrder() {
	words := func(keys []int) []string {
		out := make([]string, len(keys))
		for i, k := range keys {
			out[i] = strconv.Itoa(k)
		}
		return out
	}
	i, j := 0, 0
	gaps := lcs.DiffLines(words(al.keysA), words(al.keysB)) // its search is bounded
	for _, gap := range append(gaps, lcs.Diff{Start: len(al.a), ReplStart: len(al.b)}) {
		for ; i < gap.Start; i, j = i+1, j+1 {
			al.pair(i, j, Unchanged)
		}
		i, j = gap.End, gap.ReplEnd
	}
}

// elsewhere pairs the same parts wherever they are.
func (al *aligner) elsewhere() {
	free := map[int][]int{}
	for j, key := range al.keysB {
		if al.toA[j] == none {
			free[key] = append(free[key], j)
		}
	}
	for i, key := range al.keysA {
		if list := free[key]; al.toB[i] == none && len(list) > 0 {
			al.pair(i, list[0], Unchanged)
			free[key] = list[1:]
		}
	}
}

// order finds the most pairs that are in the same order in both bodies: the
// longest rising run of partners. All others have moved.
func (al *aligner) order() {
	var ends []int                // by length of a run: the part of a that ends it with the least partner
	before := unpaired(len(al.a)) // the part of a before one in its run
	for i, j := range al.toB {
		if j == none {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, j, func(end, j int) int { return al.toB[end] - j })
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
		al.moved[i] = true
	}
	if len(ends) == 0 {
		return
	}
	for i := ends[len(ends)-1]; i != none; i = before[i] {
		al.moved[i] = false
		al.anchors = append(al.anchors, [2]int{i, al.toB[i]})
	}
	slices.Reverse(al.anchors)
}

// otherRole pairs the same text in another role.
func (al *aligner) otherRole() {
	al.changed(func(p Place) key {
		if p.Kind != Text {
			return key{}
		}
		return key{text: p.Text}
	})
}

// changed pairs parts without a partner that have the same key, in their order.
// A key without name and text pairs nothing.
func (al *aligner) changed(of func(Place) key) {
	free := map[key][]int{}
	for j, p := range al.b {
		if k := of(p); al.toA[j] == none && k.name+k.text != "" {
			free[k] = append(free[k], j)
		}
	}
	for i, p := range al.a {
		if al.toB[i] != none || len(free) == 0 {
			continue
		}
		if k := of(p); len(free[k]) > 0 {
			al.pair(i, free[k][0], Changed)
			free[k] = free[k][1:]
		}
	}
}

// pairs lists what was found, in the order of b. What b does not have is where
// it was in a.
func (al *aligner) pairs() []Pair {
	var list []Pair
	listed := 0
	upTo := func(i int) {
		for ; listed < i; listed++ {
			if al.toB[listed] == none {
				list = append(list, Pair{Change: Dropped, A: &al.a[listed]})
			}
		}
	}
	joined := map[int][]int{} // by part of b: the parts of a in it, except its partner
	for i, j := range al.toB {
		if j != none && al.toA[j] != i {
			joined[j] = append(joined[j], i)
		}
	}
	for j := range al.b {
		i := al.toA[j]
		if i == none {
			if !al.unknown {
				list = append(list, Pair{Change: Added, B: &al.b[j]})
			}
			continue
		}
		for _, i := range append([]int{i}, joined[j]...) {
			if !al.moved[i] {
				upTo(i)
			}
			list = append(list, Pair{Change: al.change[i], A: &al.a[i], B: &al.b[j], Moved: al.moved[i]})
		}
	}
	upTo(len(al.a))
	return list
}
