package archive

import (
	"encoding/binary"
	"iter"
	"math"
)

// record is a row of a table, or an entry of an index, as a page has it.
type record struct {
	id     int64 // of a row; 0 for an entry
	values []any // nil, int64, float64, string or []byte
}

// The kinds of pages that hold records, by their first byte.
const (
	indexInner = 0x02
	indexLeaf  = 0x0a
	tableLeaf  = 0x0d
)

// records yields all that can be read, in no order, and the numbers of pages that were gone
// through. A page that is not linked any more is read too.
func (p *pages) records(free map[uint32]bool) iter.Seq2[uint32, record] {
	return func(yield func(uint32, record) bool) {
		page := make([]byte, pageSize)
		for n := uint32(1); n <= p.count; n++ {
			if free[n] || p.read(n, page) != nil {
				continue
			}
			head := 0
			if n == 1 {
				head = 100 // of the file
			}
			for r := range p.recordsOf(page, head) {
				if !yield(n, r) {
					return
				}
			}
		}
	}
}

// recordsOf yields the records of a page whose header is at head; those that cannot be read
// are left out.
func (p *pages) recordsOf(page []byte, head int) iter.Seq[record] {
	return func(yield func(record) bool) {
		kind, cells := page[head], head+8
		switch kind {
		case indexInner:
			cells = head + 12
		case indexLeaf, tableLeaf:
		default:
			return
		}
		for i := range int(binary.BigEndian.Uint16(page[head+3:])) {
			if cells+2*i+2 > pageSize {
				return
			}
			at := int(binary.BigEndian.Uint16(page[cells+2*i:]))
			if at < cells || at >= pageSize {
				continue
			}
			if r, ok := p.cell(kind, page[at:]); ok && !yield(r) {
				return
			}
		}
	}
}

// cell reads a record where it is.
func (p *pages) cell(kind byte, b []byte) (r record, ok bool) {
	if kind == indexInner {
		b = b[min(4, len(b)):] // the page below
	}
	size, n := sqliteVarint(b)
	if n == 0 || size > math.MaxInt32 {
		return r, false
	}
	b = b[n:]
	if kind == tableLeaf {
		id, n := sqliteVarint(b)
		if n == 0 {
			return r, false
		}
		r.id, b = int64(id), b[n:]
	}
	payload, ok := p.payload(b, int(size), kind == tableLeaf)
	if !ok {
		return r, false
	}
	r.values, ok = values(payload)
	return r, ok
}

// payload is that of a cell, whose rest is in a chain of pages where it is long.
func (p *pages) payload(b []byte, size int, table bool) ([]byte, bool) {
	most, least := (pageSize-12)*64/255-23, (pageSize-12)*32/255-23
	if table {
		most = pageSize - 35
	}
	here := size
	if size > most {
		if here = least + (size-least)%(pageSize-4); here > most {
			here = least
		}
	}
	if here > len(b) {
		return nil, false
	}
	if here == size {
		return b[:size], true
	}
	if len(b) < here+4 || size > int(p.count)*pageSize {
		return nil, false
	}
	out, next := append(make([]byte, 0, size), b[:here]...), binary.BigEndian.Uint32(b[here:])
	page := make([]byte, pageSize)
	for len(out) < size {
		if p.read(next, page) != nil {
			return nil, false
		}
		out, next = append(out, page[4:4+min(pageSize-4, size-len(out))]...), binary.BigEndian.Uint32(page)
	}
	return out, next == 0
}

// values reads the columns of a record. They are copies.
func values(b []byte) (list []any, ok bool) {
	size, n := sqliteVarint(b)
	if n == 0 || size > uint64(len(b)) || size < uint64(n) {
		return nil, false
	}
	types, b := b[n:size], b[size:]
	for len(types) > 0 {
		kind, n := sqliteVarint(types)
		if n == 0 {
			return nil, false
		}
		types = types[n:]
		length := 0
		switch {
		case kind >= 12:
			if kind > math.MaxInt32 {
				return nil, false
			}
			length = int(kind-12) / 2
		case kind == 10 || kind == 11:
			return nil, false
		default:
			length = [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}[kind]
		}
		if length > len(b) {
			return nil, false
		}
		list, b = append(list, value(kind, b[:length])), b[length:]
	}
	return list, len(b) == 0
}

func value(kind uint64, b []byte) any {
	switch {
	case kind == 0:
		return nil
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	case kind == 8 || kind == 9:
		return int64(kind - 8)
	case kind >= 12 && kind%2 == 0:
		return append([]byte{}, b...)
	case kind >= 12:
		return string(b)
	}
	n := int64(int8(b[0]))
	for _, c := range b[1:] {
		n = n<<8 | int64(c)
	}
	return n
}

// sqliteVarint reads a number of up to nine bytes, the largest part first; n is 0 where it
// is cut off.
func sqliteVarint(b []byte) (v uint64, n int) {
	for i, c := range b[:min(9, len(b))] {
		if i == 8 {
			return v<<8 | uint64(c), 9
		}
		if v = v<<7 | uint64(c&0x7f); c < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
