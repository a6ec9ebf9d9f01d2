package tree

import (
	"slices"

	"gatehouse/client/scan"
)

// read reads the values of block k, into the memory of nodes if it suffices. The document must be
// valid JSON.
func (x *Index) read(k int, nodes []node) []node {
	b, next := &x.blocks[k], x.after(k)
	count := int(next.first - b.first)
	r := reader{x: x, first: b.first, nodes: slices.Grow(nodes[:0], count)}
	r.enter(x.value(b.in), b.in)
	r.run(b.place, count)
	r.end(next)
	return r.nodes
}

// reader reads the values of a block.
type reader struct {
	x      *Index
	first  uint32
	nodes  []node
	in     uint32 // the innermost object or array that is open; none around the document
	object bool   // that is one
	outer  uint32 // the innermost that was open before the block
}

// run reads count values, the first at p. It does not look for the end of the last, which may be far
// away.
func (r *reader) run(p place, count int) {
	doc := r.x.doc
	for len(r.nodes) < count {
		switch c := doc[p.at]; c {
		case ' ', '\n', '\t', '\r', ',', ':':
			p.at++
		case ']', '}':
			p.number = r.leave() + 1
			p.at++
		case '{', '[':
			r.in, r.object = r.add(p), c == '{'
			p = place{at: p.at + 1}
		default:
			if c == '"' && r.object && p.name == 0 {
				p.name, p.at = p.at, uint32(scan.StringEnd(doc, int(p.at)))
				continue
			}
			if r.add(p); len(r.nodes) < count {
				p = place{at: uint32(scan.ValueEnd(doc, int(p.at))), number: p.number + 1}
				r.nodes[len(r.nodes)-1].end = p.at
			}
		}
	}
}

// add adds a value, and returns its number.
func (r *reader) add(p place) uint32 {
	value := r.first + uint32(len(r.nodes))
	r.nodes = append(r.nodes, node{place: p, next: value + 1, parent: r.in})
	return value
}

// leave ends the innermost object or array, and returns which it was in the one
// around it.
func (r *reader) leave() (number uint32) {
	if r.in < r.first {
		o := &r.x.outer[r.outer]
		r.enter(r.x.value(o.in), o.in)
		return o.number
	}
	n := &r.nodes[r.in-r.first]
	n.next = r.first + uint32(len(r.nodes))
	r.enter(n.parent, r.outer)
	return n.number
}

// enter makes an object or array the innermost, and one of Index.outer the
// innermost of those that were open before the block.
func (r *reader) enter(value, outer uint32) {
	r.in, r.outer, r.object = value, outer, false
	switch {
	case value == none:
	case value < r.first:
		r.object = r.x.doc[r.x.outer[outer].at] == '{'
	default:
		r.object = r.x.doc[r.nodes[value-r.first].at] == '{'
	}
}

// end sets where the values end that are still open at the next block.
func (r *reader) end(next block) {
	for r.in != none && r.in >= r.first {
		n := &r.nodes[r.in-r.first]
		n.next, r.in = next.first, n.parent
	}
	for i := next.in; i != none && r.x.outer[i].value >= r.first; i = r.x.outer[i].in {
		r.nodes[r.x.outer[i].value-r.first].next = r.x.outer[i].next
	}
}
