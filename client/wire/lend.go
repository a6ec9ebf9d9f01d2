package wire

import (
	"bytes"
	"cmp"
	"slices"
	"unsafe"
	"weak"
)

// LeastLent is from how many bytes on it is worth to lend a line.
const LeastLent = 192

// Lends reports whether the body takes the long lines of data that was put together: it
// keeps the short ones too then.
func Lends(data []byte) bool {
	long := 0
	for line := range bytes.SplitSeq(data, []byte{'\n'}) {
		if len(line) >= LeastLent {
			long += len(line)
		}
	}
	return long >= len(data)/2
}

// leastKept is from how many bytes on data is found again; who needs less makes it
// anew.
const leastKept = 128

// Line is a line of the body, or a part of one.
type Line struct {
	At   int64 // of its first byte in the body
	Text []byte
}

// joined is the data of a frame that does not lie in one piece of the body, for as
// long as somebody keeps it.
type joined struct {
	from, to int64 // the frame
	data     weak.Pointer[byte]
	size     int // bytes
}

// Lend says that data is what the frame [from, to) brought, put together of several
// pieces, and where long lines of it stand in the body. Who reads it keeps it, an item
// or the text of a delta: from now on Joined gives the same data again, and the body
// keeps no second copy of the lines, where they do not pack. Nobody may write to them.
func (b *Body) Lend(from, to int64, data []byte, lines []Line) {
	if len(data) < leastKept {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fleeting || b.blanked.Load() > 0 { // blanked: the data may have been read before
		return
	}
	i, again := b.findJoined(from)
	if !again {
		b.joined = slices.Insert(b.joined, i, joined{})
	}
	b.joined[i] = joined{from, to, weak.Make(&data[0]), len(data)}
	if again || i < len(b.joined)-1 || !Lends(data) {
		return
	}
	b.lent = append(b.lent, lines...)
	b.settle()
}

// Joined returns the data that was lent of the frame [from, to); nil where there is
// none, or nobody keeps it.
func (b *Body) Joined(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i, ok := b.findJoined(from)
	if !ok || b.joined[i].to != to {
		return nil
	}
	return alive(b.joined[i].data, b.joined[i].size)
}

func (b *Body) findJoined(from int64) (index int, found bool) {
	return slices.BinarySearchFunc(b.joined, from, func(j joined, at int64) int { return cmp.Compare(j.from, at) })
}

// alive returns the bytes at p while somebody keeps them, else nil.
func alive(p weak.Pointer[byte], size int) []byte {
	if first := p.Value(); first != nil {
		return unsafe.Slice(first, size)
	}
	return nil
}

// settle weaves the lines that were lent into the segments up to those that may still be
// packed, or hold frames that were not cut yet.
func (b *Body) settle() {
	if len(b.lent) == 0 {
		return
	}
	first, n := b.segmentAt(b.lent[0].At), b.segmentAt(b.joined[len(b.joined)-1].to-1)
	for n > first && !b.segments[n-1].tried && !b.segments[n-1].shared {
		n--
	}
	for i := first; i < n; i++ {
		s := &b.segments[i]
		lines := b.take(s)
		if s.plain != nil && !s.shared && b.joins(s) {
			b.scratch = s.weave(lines, b.scratch)
		}
	}
	b.watch()
	if len(b.lent) == 0 {
		b.lent = nil
	}
}

// take removes what was lent of a segment, and returns it where it says the same.
func (b *Body) take(s *segment) (lines []Line) {
	end := s.end()
	for len(b.lent) > 0 && b.lent[0].At < end {
		l := b.lent[0]
		n := min(int64(len(l.Text)), end-l.At)
		if s.plain != nil && bytes.Equal(l.Text[:n], s.plain[l.At-s.start:][:n]) {
			lines = append(lines, Line{l.At, l.Text[:n:n]})
		}
		if n < int64(len(l.Text)) {
			b.lent[0] = Line{end, l.Text[n:]}
			break
		}
		b.lent[0], b.lent = Line{}, b.lent[1:]
	}
	return lines
}

// joins reports whether much of a segment is frames whose data was put together: whoever
// shares one of the others keeps all of the segment, and the lines would stand beside it.
func (b *Body) joins(s *segment) bool {
	i, _ := b.findJoined(s.start)
	joined := int64(0)
	for i = max(i-1, 0); i < len(b.joined) && b.joined[i].from < s.end(); i++ {
		joined += max(min(b.joined[i].to, s.end())-max(b.joined[i].from, s.start), 0)
	}
	return joined > int64(s.size())/3
}
