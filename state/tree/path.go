package tree

import (
	"bytes"
	"slices"
	"sort"
	"strconv"

	"gatehouse/state/raw"
)

// chain returns the values that lead to value i, from the outermost that is no
// longer the document itself.
func (x *Index) chain(i int) []int {
	var chain []int
	for ; x.Parent(i) >= 0; i = x.Parent(i) {
		chain = append(chain, i)
	}
	slices.Reverse(chain)
	return chain
}

// Path returns a value's place as jq writes it, without the leading dot:
// plugins[0].id, metadata["a b"]; a dot alone for the document (CONTRACT.md,
// "What is a fault").
func (x *Index) Path(i int) string {
	var place raw.JQ
	for _, at := range x.chain(i) {
		if n := x.Number(at); n >= 0 {
			place.Element(n)
		} else {
			place.Member(raw.Text(x.Name(at)))
		}
	}
	return place.String()
}

// Same returns the value that stands where value i of another document does,
// else the innermost around that place.
func (x *Index) Same(other *Index, i int) (same int, exact bool) {
	at := 0
	for _, step := range other.chain(i) {
		next := x.child(at, other, step)
		if next < 0 {
			return at, false
		}
		at = next
	}
	return at, true
}

// child returns the value in value i that has the name or the number of one of
// another document; -1 when there is none.
func (x *Index) child(i int, other *Index, step int) int {
	name, number := other.Name(step), other.Number(step)
	for c := i + 1; c < x.Next(i); c = x.Next(c) {
		if number >= 0 && x.Number(c) == number || name != nil && bytes.Equal(x.Name(c), name) {
			return c
		}
	}
	return -1
}

// Begin returns where a value begins, a member with its name.
func (x *Index) Begin(i int) int {
	if x.Name(i) != nil {
		return int(x.node(i).name)
	}
	return int(x.node(i).at)
}

// At returns the value that a byte of the document belongs to: the last that begins
// there or before.
func (x *Index) At(offset int) int {
	return max(sort.Search(x.Len(), func(i int) bool { return x.Begin(i) > offset })-1, 0)
}

// Pointer returns a value's place as a JSON Pointer (RFC 6901).
func (x *Index) Pointer(i int) string {
	var tokens []string
	for _, at := range x.chain(i) {
		if n := x.Number(at); n >= 0 {
			tokens = append(tokens, strconv.Itoa(n))
		} else {
			tokens = append(tokens, raw.Text(x.Name(at)))
		}
	}
	return raw.Pointer(tokens...)
}
