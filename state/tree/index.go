// Package tree reads JSON documents of any size as trees: an index over the
// bytes as they lie, rows by what is folded, search, jq, and what differs
// between two documents. Nothing here recurses; a document may be nested as
// deeply as it likes.
package tree

import (
	"bytes"
	"errors"
	"math"

	"gatehouse/state/raw"
)

// ErrSize is the error of a document whose offsets do not fit the index.
var ErrSize = errors.New("the document is 4 GiB or larger")

// Index is where every value of a JSON document lies. It costs 16 bytes a
// value beside the document, which it shares. Values are numbered from 0, the
// document's own, in the order in which they begin.
type Index struct {
	doc    []byte
	chunks [][]node
	n      int
	long   map[uint32]uint32 // where values end that would take long to read to their end
}

// longLeaf is from how many bytes on the end of a value is kept.
const longLeaf = 4 << 10

// node is one value.
type node struct {
	at     uint32 // where the value begins
	name   uint32 // of a member: where its name begins, with its quotes; of an element: its number
	next   uint32 // the first value behind all that lies in this one
	parent uint32 // noParent for the document
}

const (
	noParent  = math.MaxUint32
	chunkBits = 14 // a chunk is 256 KiB: growing copies no more than that
	chunkMask = 1<<chunkBits - 1
)

// New reads doc, which must not change any more. The error is a
// *raw.SyntaxError for what is no JSON, or ErrSize.
func New(doc []byte) (*Index, error) {
	if uint64(len(doc)) >= math.MaxUint32 {
		return nil, ErrSize
	}
	b := builder{x: &Index{doc: doc}}
	if err := raw.Scan(doc, &b); err != nil {
		return nil, err
	}
	return b.x, nil
}

// builder makes an index from what a scan comes by.
type builder struct {
	x    *Index
	open []level
	name uint32
}

// level is an object or array that has begun and not ended.
type level struct {
	node   uint32
	count  uint32
	object bool
}

func (b *builder) Key(at, _ int) { b.name = uint32(at) }

func (b *builder) Value(at, end int, _ raw.Kind) {
	b.add(at)
	if end-at < longLeaf {
		return
	}
	if b.x.long == nil {
		b.x.long = map[uint32]uint32{}
	}
	b.x.long[uint32(at)] = uint32(end)
}

func (b *builder) Open(at int, object bool) {
	i := b.add(at)
	b.open = append(b.open, level{node: i, object: object})
}

func (b *builder) Close() {
	top := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.x.node(int(top.node)).next = uint32(b.x.n)
}

func (b *builder) add(at int) uint32 {
	x := b.x
	n := node{at: uint32(at), next: uint32(x.n + 1), parent: noParent}
	if len(b.open) > 0 {
		top := &b.open[len(b.open)-1]
		n.parent, n.name = top.node, top.count
		if top.object {
			n.name = b.name
		}
		top.count++
	}
	if x.n&chunkMask == 0 {
		var c []node
		if x.n > 0 {
			c = make([]node, 0, chunkMask+1)
		}
		x.chunks = append(x.chunks, c)
	}
	last := len(x.chunks) - 1
	x.chunks[last] = append(x.chunks[last], n)
	x.n++
	return uint32(x.n - 1)
}

func (x *Index) node(i int) *node { return &x.chunks[i>>chunkBits][i&chunkMask] }

// Doc returns the document.
func (x *Index) Doc() []byte { return x.doc }

// Len returns how many values there are; at least one.
func (x *Index) Len() int { return x.n }

// Kind returns a value's type.
func (x *Index) Kind(i int) raw.Kind { return raw.KindOf(x.doc[x.node(i).at:][:1]) }

// Container reports whether a value is an object or an array.
func (x *Index) Container(i int) bool {
	c := x.doc[x.node(i).at]
	return c == '{' || c == '['
}

// Parent returns the object or array in which a value lies, -1 for the
// document.
func (x *Index) Parent(i int) int {
	if p := x.node(i).parent; p != noParent {
		return int(p)
	}
	return -1
}

// Next returns the first value behind all that lies in value i: its next
// sibling, or one further up; Len when there is none.
func (x *Index) Next(i int) int { return int(x.node(i).next) }

// Children returns whether there is any value in value i; the first is i+1.
func (x *Index) Children(i int) bool { return x.Next(i) > i+1 }

// Name returns a member's name as it is spelled, with its quotes; nil for an
// element and the document.
func (x *Index) Name(i int) []byte {
	if p := x.Parent(i); p < 0 || x.doc[x.node(p).at] != '{' {
		return nil
	}
	at := int(x.node(i).name)
	return x.doc[at:stringEnd(x.doc, at)]
}

// Number returns an element's place in its array, from 0; -1 for a member and
// the document.
func (x *Index) Number(i int) int {
	if p := x.Parent(i); p < 0 || x.doc[x.node(p).at] != '[' {
		return -1
	}
	return int(x.node(i).name)
}

// Count returns how many values lie directly in value i, at most limit: the
// members of an object have to be counted.
func (x *Index) Count(i, limit int) int {
	if !x.Children(i) {
		return 0
	}
	if x.doc[x.node(i).at] == '[' {
		return min(int(x.node(x.lastChild(i)).name)+1, limit)
	}
	n := 0
	for c := i + 1; c < x.Next(i) && n < limit; c = x.Next(c) {
		n++
	}
	return n
}

// fewChildren is how many values are passed one by one before the way up from
// the innermost is taken, which may be as long as the document is deep.
const fewChildren = 64

// lastChild returns the last value directly in value i, which has some.
func (x *Index) lastChild(i int) int { return x.childBefore(i, x.Next(i)) }

// childBefore returns the last value directly in value i that begins before
// another, which is not the first.
func (x *Index) childBefore(i, end int) int {
	c := i + 1
	for range fewChildren {
		if x.Next(c) >= end {
			return c
		}
		c = x.Next(c)
	}
	for c = end - 1; x.Parent(c) != i; c = x.Parent(c) {
	}
	return c
}

// Depth returns how many objects and arrays a value lies in.
func (x *Index) Depth(i int) int {
	depth := 0
	for i = x.Parent(i); i >= 0; i = x.Parent(i) {
		depth++
	}
	return depth
}

// Span returns where a value begins and ends.
func (x *Index) Span(i int) (from, to int) {
	from = int(x.node(i).at)
	if !x.Container(i) {
		return from, x.leafEnd(from)
	}
	last := x.Next(i) - 1
	if to = from + 1; last > i {
		to = x.leafEnd(int(x.node(last).at))
		if x.Container(last) {
			to = int(x.node(last).at) + 1
		} else {
			last = x.Parent(last)
		}
	}
	for ; ; last = x.Parent(last) {
		to += bytes.IndexAny(x.doc[to:], "]}") + 1
		if last == i {
			return from, to
		}
	}
}

// Value returns a value as it is spelled.
func (x *Index) Value(i int) []byte {
	from, to := x.Span(i)
	return x.doc[from:to:to]
}

// stringEnd returns the offset behind the string whose quote is at i.
func stringEnd(doc []byte, i int) int {
	for from := i + 1; ; {
		n := bytes.IndexByte(doc[from:], '"')
		if n < 0 {
			return len(doc)
		}
		quote, slashes := from+n, 0
		for at := quote - 1; at >= from && doc[at] == '\\'; at-- {
			slashes++
		}
		if slashes%2 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
}

// leafEnd returns the offset behind a value that is no object or array.
func (x *Index) leafEnd(i int) int {
	if end, ok := x.long[uint32(i)]; ok {
		return int(end)
	}
	if x.doc[i] == '"' {
		return stringEnd(x.doc, i)
	}
	for ; i < len(x.doc); i++ {
		switch x.doc[i] {
		case ' ', '\n', '\t', '\r', ',', ']', '}':
			return i
		}
	}
	return i
}
