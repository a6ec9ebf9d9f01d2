package wire

import (
	"bytes"
	"cmp"
	"slices"
	"unsafe"
	"weak"
)

// LeastLent is from how many bytes on it is worth to lend a line: a shorter one costs
// less than its place in the list of segments.
const LeastLent = 512

// Line is a line of the body, or a part of one.
type Line struct {
	At   int64 // of its first byte in the body
	Text []byte
}

// joined is the data of a frame that does not lie in one piece of the body, for as
// long as somebody keeps it.
type joined struct {
	frame int64 // offset of the frame
	data  weak.Pointer[byte]
	size  int // bytes
}

// Lend says that data is what the frame at an offset brought, put together of several
// pieces, and where long lines of it stand in the body. Who reads it keeps it, an item
// or the text of a delta: from now on Joined gives the same data again, and the body
// keeps no second copy of the lines, where they do not pack. Nobody may write to them.
func (b *Body) Lend(frame int64, data []byte, lines []Line) {
	if len(data) < LeastLent {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	i, again := b.findJoined(frame)
	if !again {
		b.joined = slices.Insert(b.joined, i, joined{frame: frame})
	}
	b.joined[i].data, b.joined[i].size = weak.Make(&data[0]), len(data)
	long := 0
	for _, l := range lines {
		long += len(l.Text)
	}
	if again || i < len(b.joined)-1 || long < len(data)/2 { // in the last case more would be kept than is saved
		return
	}
	b.lent = append(b.lent, lines...)
	b.settle()
}

// Joined returns the data that was lent of the frame at an offset; nil where there is
// none, or nobody keeps it.
func (b *Body) Joined(frame int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if i, ok := b.findJoined(frame); ok {
		return alive(b.joined[i].data, b.joined[i].size)
	}
	return nil
}

func (b *Body) findJoined(frame int64) (index int, found bool) {
	return slices.BinarySearchFunc(b.joined, frame, func(j joined, at int64) int { return cmp.Compare(j.frame, at) })
}

// alive returns the bytes at p while somebody keeps them, else nil.
func alive(p weak.Pointer[byte], size int) []byte {
	if first := p.Value(); first != nil {
		return unsafe.Slice(first, size)
	}
	return nil
}

// settle puts the lines that were lent in their places, up to the segments that may
// still be packed.
func (b *Body) settle() {
	n := len(b.segments)
	for n > 0 && !b.segments[n-1].tried && !b.segments[n-1].shared {
		n--
	}
	if n == 0 || len(b.lent) == 0 || b.lent[0].At >= b.segments[n-1].end() {
		return
	}
	first := b.segmentAt(b.lent[0].At)
	var parts []segment
	for i := first; i < n; i++ {
		parts = b.part(parts, i)
	}
	b.segments = slices.Replace(b.segments, first, n, parts...)
	if len(b.lent) == 0 {
		b.lent = nil
	}
	b.unpacked.forget()
}

// part appends segment i to parts, with what was lent of it in segments of its own.
// One that packs stays as it is.
func (b *Body) part(parts []segment, i int) []segment {
	s := &b.segments[i]
	lines, size := b.take(s.end())
	if s.packed != nil {
		return append(parts, *s)
	}
	between := b.rest
	if size < len(s.plain)*3/4 { // others may share the rest: a copy would be a second one
		between = b.slice
	}
	at := s.start
	for _, l := range lines {
		if bytes.Equal(l.Text, s.plain[l.At-s.start:][:len(l.Text)]) {
			parts = append(parts, between(i, at, l.At)...)
			parts = append(parts, segment{start: l.At, plain: slices.Clip(l.Text), shared: true, tried: true})
			at = l.At + int64(len(l.Text))
		}
	}
	return append(parts, between(i, at, s.end())...)
}

// take removes from the lines that were lent what lies before an offset, and returns
// it with its size in bytes.
func (b *Body) take(end int64) (lines []Line, size int) {
	for len(b.lent) > 0 && b.lent[0].At < end {
		l := b.lent[0]
		n := min(int64(len(l.Text)), end-l.At)
		if b.lent[0] = (Line{end, l.Text[n:]}); n == int64(len(l.Text)) {
			b.lent[0], b.lent = Line{}, b.lent[1:]
		}
		lines, size = append(lines, Line{l.At, l.Text[:n]}), size+int(n)
	}
	return lines, size
}

// slice is rest without a copy.
func (b *Body) slice(i int, from, to int64) []segment {
	if from >= to {
		return nil
	}
	s := b.segments[i]
	s.plain = slices.Clip(s.plain[from-s.start : to-s.start])
	s.start = from
	return []segment{s}
}
