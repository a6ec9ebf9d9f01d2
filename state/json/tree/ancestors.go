package tree

import "iter"

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
