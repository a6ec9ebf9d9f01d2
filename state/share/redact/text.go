package redact

import (
	"bytes"
	"sort"
)

// spelling is what a text was decoded from, in the end the bytes of a capture. write replaces the
// bytes from a place on and reports whether that changed anything. A '*' may replace all of an
// escape.
type spelling interface {
	write(at int, to []byte) (changed bool)
}

// text is bytes to search, and their place in a spelling.
type text struct {
	b   []byte
	in  spelling
	off int // of the first byte, in the spelling
}

func (t text) write(at int, to []byte) (changed bool) { return t.in.write(t.off+at, to) }

func (t text) cut(from, to int) text { return text{t.b[from:to], t.in, t.off + from} }

// buffer is bytes that are written to directly.
type buffer struct {
	out    []byte
	search *search
}

func (b *buffer) write(at int, to []byte) (changed bool) {
	out := b.out[at : at+len(to)]
	for i, c := range to {
		if out[i] != '*' && out[i] != c {
			out[i], changed = c, true
			if b.search.hides != nil {
				b.search.hides[at+i] = int32(len(b.search.marks))
			}
		}
	}
	return changed
}

// number is the text of a JSON number. It stays a number: a masked digit becomes 1, which no card
// number consists of.
type number struct{ text }

func (n number) write(at int, to []byte) (changed bool) {
	digits := bytes.Clone(n.b[at : at+len(to)])
	for i, c := range to {
		if c == '*' && isDigit(digits[i]) {
			digits[i] = '1'
		}
	}
	return n.text.write(at, digits)
}

// joined is a text in several places, one after the other.
type joined struct {
	parts   []text
	at      []int // where each part begins
	touched []int // the parts that were written to since it was emptied, in order
}

func join(parts []text) (text, *joined) {
	j := &joined{parts: parts, at: make([]int, len(parts))}
	size := 0
	for i, p := range parts {
		j.at[i] = size
		size += len(p.b)
	}
	all := make([]byte, 0, size)
	for _, p := range parts {
		all = append(all, p.b...)
	}
	return text{b: all, in: j}, j
}

func (j *joined) write(at int, to []byte) (changed bool) {
	i := sort.Search(len(j.at), func(i int) bool { return j.at[i] > at }) - 1
	for ; len(to) > 0; i++ {
		from := at - j.at[i]
		n := min(len(to), len(j.parts[i].b)-from)
		if n == 0 {
			continue
		}
		if last := len(j.touched) - 1; last < 0 || j.touched[last] != i {
			j.touched = append(j.touched, i)
		}
		changed = j.parts[i].write(from, to[:n]) || changed
		at, to = at+n, to[n:]
	}
	return changed
}

// nowhere is the spelling of bytes that were inserted between others.
type nowhere struct{}

func (nowhere) write(int, []byte) bool { return false }
