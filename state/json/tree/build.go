package tree

import (
	"slices"

	"gatehouse/client/scan"
)

// build is New with blocks of another size, in bytes.
func build(doc []byte, size uint32) (*Index, error) {
	b := builder{x: &Index{doc: doc}, size: size, in: none}
	if err := scan.Scan(doc, &b); err != nil {
		return nil, err
	}
	b.x.blocks, b.x.outer = slices.Clone(b.x.blocks), slices.Clone(b.x.outer) // without room to grow
	return b.x, nil
}

// builder builds an index from a scan.
type builder struct {
	x     *Index
	size  uint32 // of a block
	block block  // the last
	next  place  // of the next value, but for where it begins
	in    uint32 // which of Index.outer is open, the innermost
}

func (b *builder) Key(at, _ int) { b.next.name = uint32(at) }

func (b *builder) Value(at, end int, _ scan.Kind) {
	b.add(at)
	if end-at < longLeaf {
		return
	}
	if b.x.long == nil {
		b.x.long = map[uint32]uint32{}
	}
	b.x.long[uint32(at)] = uint32(end)
}

// Open takes an object or array for an outer one, until it ends.
func (b *builder) Open(at int, _ bool) {
	p := b.add(at)
	b.x.outer = append(b.x.outer, outer{place: p, value: uint32(b.x.n - 1), in: b.in})
	b.in = uint32(len(b.x.outer) - 1)
	b.next.number = 0
}

func (b *builder) Close() {
	o := &b.x.outer[b.in]
	o.next = uint32(b.x.n)
	b.next.number = o.number + 1
	if o.value >= b.block.first { // it has no value in another block
		b.x.outer = b.x.outer[:b.in]
	}
	b.in = o.in
}

// add adds a value, and begins a block where the last one is long enough.
func (b *builder) add(at int) place {
	p := b.next
	p.at = uint32(at)
	if x := b.x; x.n == 0 || p.at-b.block.at >= b.size {
		b.block = block{place: p, first: uint32(x.n), in: b.in}
		x.blocks = append(x.blocks, b.block)
	}
	b.x.n++
	b.next = place{number: p.number + 1}
	return p
}
