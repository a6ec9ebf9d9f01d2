package redact

import "sort"

// spelling is what a text is spelled in: the bytes of a capture in the end. write puts a
// byte in the place of one; it reports whether that changed anything. A '*' may take the
// place of a whole escape.
type spelling interface {
	write(at int, c byte) bool
}

// text is bytes to search, and where they stand.
type text struct {
	b   []byte
	in  spelling
	off int // of the first byte, in the spelling
}

func (t text) write(at int, c byte) bool { return t.in.write(t.off+at, c) }

func (t text) cut(from, to int) text { return text{t.b[from:to], t.in, t.off + from} }

// buffer is bytes that are written to directly.
type buffer struct{ out []byte }

func (b *buffer) write(at int, c byte) bool {
	if b.out[at] == '*' || b.out[at] == c {
		return false
	}
	b.out[at] = c
	return true
}

// number is the text of a JSON number. It stays one: a masked digit becomes 1, which no
// card number consists of.
type number struct{ text }

func (n number) write(at int, c byte) bool {
	if was := n.b[at]; c != '*' || was < '0' || was > '9' {
		return false
	}
	return n.text.write(at, '1')
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

func (j *joined) write(at int, c byte) bool {
	i := sort.Search(len(j.at), func(i int) bool { return j.at[i] > at }) - 1
	if n := len(j.touched); n == 0 || j.touched[n-1] != i {
		j.touched = append(j.touched, i)
	}
	return j.parts[i].write(at-j.at[i], c)
}

// nowhere is the spelling of bytes that were put between others.
type nowhere struct{}

func (nowhere) write(int, byte) bool { return false }
