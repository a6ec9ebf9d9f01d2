// Package tree reads JSON documents of any size as trees: an index over the bytes, rows by what is
// folded, search, jq, and the differences of two documents. Nothing here recurses, so the nesting is
// not limited.
package tree

import (
	"errors"
	"math"

	"gatehouse/client/scan"
)

// ErrSize is the error of a document whose offsets do not fit the index.
var ErrSize = errors.New("the document is 4 GiB or larger")

// Index holds the position of every value of a JSON document, which it shares. Values are
// numbered from 0, the document itself, in the order in which they begin. It stores only
// where blocks of values begin, 20 bytes for about a KiB of the document however small its
// values are, and every object or array that spans blocks, 24 bytes. A block is read again
// when one of its values is needed. It is safe for concurrent use.
type Index struct {
	doc    []byte
	n      int
	blocks []block
	outer  []outer           // by their numbers
	long   map[uint32]uint32 // where values end that would take long to read to their end
	cache  blockCache
}

// longLeaf is from how many bytes on the end of a simple value is held.
const longLeaf = 4 << 10

// New indexes doc, which must not change any more. The error is a *scan.SyntaxError for
// invalid JSON, or ErrSize.
func New(doc []byte) (*Index, error) {
	if uint64(len(doc)) >= math.MaxUint32 {
		return nil, ErrSize
	}
	return build(doc, blockSize)
}

// Doc returns the document.
func (x *Index) Doc() []byte { return x.doc }

// Len returns how many values there are; at least one.
func (x *Index) Len() int { return x.n }

// Kind returns a value's type.
func (x *Index) Kind(i int) scan.Kind { return x.kind(x.node(i).place) }

func (x *Index) kind(p place) scan.Kind { return scan.KindOf(x.doc[p.at:][:1]) }

// Container reports whether a value is an object or an array.
func (x *Index) Container(i int) bool { return x.container(x.node(i).place) }

func (x *Index) container(p place) bool { return x.doc[p.at] == '{' || x.doc[p.at] == '[' }

// Parent returns the object or array that a value is in; -1 for the document.
func (x *Index) Parent(i int) int {
	if p := x.node(i).parent; p != none {
		return int(p)
	}
	return -1
}

// Next returns the first value after all values in value i: its next sibling, or an
// ancestor's; Len when there is none.
func (x *Index) Next(i int) int { return int(x.node(i).next) }

// Children reports whether value i has any values in it; the first is i+1.
func (x *Index) Children(i int) bool { return x.Next(i) > i+1 }

// Name returns a member's name as it is spelled, with its quotes; nil for an
// element and the document.
func (x *Index) Name(i int) []byte { return x.name(x.node(i).place) }

func (x *Index) name(p place) []byte {
	if p.name == 0 {
		return nil
	}
	if colon := p.at - 1; x.doc[colon] == ':' && x.doc[colon-1] == '"' { // no white space: it need not be read
		return x.doc[p.name:colon]
	}
	return x.doc[p.name:scan.StringEnd(x.doc, int(p.name))]
}

// Number returns an element's index in its array; -1 for a member and the document.
func (x *Index) Number(i int) int {
	if n := x.node(i); n.name == 0 && n.parent != none {
		return int(n.number)
	}
	return -1
}

// Count returns the number of values directly in value i, at most limit.
func (x *Index) Count(i, limit int) int {
	if !x.Children(i) {
		return 0
	}
	return min(int(x.node(x.lastChild(i)).number)+1, limit)
}

// lastChild returns the last value directly in value i, which has some.
func (x *Index) lastChild(i int) int { return x.childBefore(i, x.Next(i)) }

// fewLevels is the number of levels to go up from the innermost value before the values are also
// passed one by one: the document may be deep.
const fewLevels = 8

// childBefore returns the last value directly in value i that begins before
// another, which is not the first.
func (x *Index) childBefore(i, end int) int {
	c, next, levels := i, i+1, 0
	for up := range x.around(end - 1) {
		if int(up.parent) == i {
			return int(up.value)
		}
		if levels++; levels > fewLevels {
			if c, next = next, x.Next(next); next >= end {
				break
			}
		}
	}
	return c
}

// Depth returns the number of objects and arrays around a value.
func (x *Index) Depth(i int) int {
	depth := -1
	for range x.around(i) {
		depth++
	}
	return depth
}

// Span returns where a value begins and ends.
func (x *Index) Span(i int) (from, to int) {
	n := x.node(i)
	if from = int(n.at); !x.container(n.place) {
		return from, x.leafEnd(n)
	}
	last := x.node(int(n.next) - 1) // followed only by brackets
	if to = int(last.at) + 1; !x.container(last.place) {
		to = x.leafEnd(last)
	}
	for up := range x.around(int(n.next) - 1) {
		if !x.container(*up.place) {
			continue
		}
		for x.doc[to] != ']' && x.doc[to] != '}' {
			to++
		}
		if to++; int(up.value) == i {
			break
		}
	}
	return from, to
}

// Value returns a value as it is spelled.
func (x *Index) Value(i int) []byte {
	from, to := x.Span(i)
	return x.doc[from:to:to]
}

// leaf returns a value that is no object or array as it is spelled.
func (x *Index) leaf(n *node) []byte { return x.doc[n.at:x.leafEnd(n)] }

// leafEnd returns the end of a value that is no object or array.
func (x *Index) leafEnd(n *node) int {
	if n.end != 0 {
		return int(n.end)
	}
	if end, ok := x.long[n.at]; ok {
		return int(end)
	}
	return scan.ValueEnd(x.doc, int(n.at))
}
