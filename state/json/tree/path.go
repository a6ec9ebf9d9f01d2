package tree

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"strconv"

	"gatehouse/client/scan"
)

// chain returns the positions of the values around value i and of i, without the document, from the
// outermost.
func (x *Index) chain(i int) []place {
	var chain []place
	for up := range x.around(i) {
		if up.parent != none {
			chain = append(chain, *up.place)
		}
	}
	slices.Reverse(chain)
	return chain
}

// Path returns a value's path as jq writes it, without the leading dot: plugins[0].id,
// metadata["a b"]; a dot alone for the document (CONTRACT.md, "What is a fault").
func (x *Index) Path(i int) string {
	var path scan.JQ
	for _, p := range x.chain(i) {
		if p.name == 0 {
			path.Element(int(p.number))
		} else {
			path.Member(scan.Text(x.name(p)))
		}
	}
	return path.String()
}

// Same returns the value at the path of value i of another document, else the innermost
// existing one on that path.
func (x *Index) Same(other *Index, i int) (same int, exact bool) {
	at := 0
	for _, p := range other.chain(i) {
		next := x.child(at, other.name(p), int(p.number))
		if next < 0 {
			return at, false
		}
		at = next
	}
	return at, true
}

// child returns the value in value i that has a name, or that is the element of a
// number where the name is nil; -1 when there is none. A member is looked for at
// that number first.
func (x *Index) child(i int, name []byte, number int) int {
	if c := x.nth(i, number); c >= 0 && bytes.Equal(x.Name(c), name) {
		return c
	}
	if name == nil {
		return -1
	}
	for c, end := i+1, x.Next(i); c < end; c = x.Next(c) {
		if bytes.Equal(x.Name(c), name) {
			return c
		}
	}
	return -1
}

// nth returns the child of value i with an index, -1 if there is none.
func (x *Index) nth(i, number int) int {
	first, end := i+1, x.Next(i)
	if number == 0 && first < end {
		return first
	}
	n := sort.Search(end-first, func(n int) bool {
		return int(x.node(x.childBefore(i, first+n+1)).number) >= number
	})
	if first+n == end {
		return -1
	}
	return first + n
}

// begin returns where a value begins, a member with its name.
func (p place) begin() int {
	if p.name != 0 {
		return int(p.name)
	}
	return int(p.at)
}

// At returns the value that a byte of the document belongs to: the last that begins there
// or before.
func (x *Index) At(offset int) int {
	k := max(sort.Search(len(x.blocks), func(k int) bool { return x.blocks[k].begin() > offset })-1, 0)
	v := x.values(int(x.blocks[k].first))
	n := sort.Search(len(v.nodes), func(n int) bool { return v.nodes[n].begin() > offset })
	return int(v.first) + max(n-1, 0)
}

// Pointer returns a value's path as a JSON Pointer (RFC 6901).
func (x *Index) Pointer(i int) string {
	var tokens []string
	for _, p := range x.chain(i) {
		if p.name == 0 {
			tokens = append(tokens, strconv.Itoa(int(p.number)))
		} else {
			tokens = append(tokens, scan.Text(x.name(p)))
		}
	}
	return scan.Pointer(tokens...)
}

// step is a value on the way up from another.
type step struct {
	value  uint32
	parent uint32 // none for the document
	*place
}

// around yields value i and then the objects and arrays around it, from the
// innermost to the document. It reads no block but that of the value itself.
func (x *Index) around(i int) iter.Seq[step] {
	return func(yield func(step) bool) {
		v := x.values(i)
		n := &v.nodes[uint32(i)-v.first]
		s, out := step{uint32(i), n.parent, &n.place}, uint32(none) // out is which of Index.outer comes next
		for yield(s) && s.parent != none {
			if s.parent >= v.first && out == none {
				n = &v.nodes[s.parent-v.first]
				s = step{s.parent, n.parent, &n.place}
				continue
			}
			if out == none {
				for out = v.in; x.outer[out].value != s.parent; {
					out = x.outer[out].in
				}
			}
			o := &x.outer[out]
			out = o.in
			s = step{o.value, x.value(out), &o.place}
		}
	}
}
