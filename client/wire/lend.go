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
const LeastLent = 256

// LeastAlone is how many bytes of frames that were put together follow one another
// before the body takes what is lent of them: a segment.
const LeastAlone = lastSegment

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

// mostBetween is how many bytes may stand between frames that were put together for a
// segment to be theirs alone: an empty line or a keep-alive, of which nobody keeps any.
const mostBetween = 64

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
	if b.blanked.Load() > 0 { // the data may have been read before
		return
	}
	i, again := b.findJoined(from)
	if !again {
		b.joined = slices.Insert(b.joined, i, joined{})
	}
	b.joined[i] = joined{from, to, weak.Make(&data[0]), len(data)}
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

// settle puts the lines that were lent in their places, up to the segments that may
// still be packed, or hold frames that were not cut yet.
func (b *Body) settle() {
	if len(b.lent) == 0 {
		return
	}
	first, n := b.segmentAt(b.lent[0].At), b.segmentAt(b.joined[len(b.joined)-1].to-1)
	for n > first && !b.segments[n-1].tried && !b.segments[n-1].shared {
		n--
	}
	if n <= first {
		return
	}
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
// One that packs stays as it is, and one that holds other frames: whoever shares one of
// them keeps all of the segment, and the parts would stand beside it.
func (b *Body) part(parts []segment, i int) []segment {
	s := &b.segments[i]
	lines := b.take(s)
	if s.packed != nil || !b.copied(s) {
		return append(parts, *s)
	}
	at := s.start
	for _, l := range lines {
		if bytes.Equal(l.Text, s.plain[l.At-s.start:][:len(l.Text)]) {
			parts = append(parts, b.rest(i, at, l.At)...)
			parts = append(parts, segment{start: l.At, plain: slices.Clip(l.Text), shared: true, tried: true})
			at = l.At + int64(len(l.Text))
		}
	}
	return append(parts, b.rest(i, at, s.end())...)
}

// take removes what was lent of a segment, and returns it.
func (b *Body) take(s *segment) (lines []Line) {
	end := s.end()
	for len(b.lent) > 0 && b.lent[0].At < end {
		l := b.lent[0]
		n := min(int64(len(l.Text)), end-l.At)
		lines = append(lines, Line{l.At, l.Text[:n]})
		if n < int64(len(l.Text)) {
			b.lent[0] = Line{end, l.Text[n:]}
			break
		}
		b.lent[0], b.lent = Line{}, b.lent[1:]
	}
	return lines
}

// copied reports whether a segment holds nothing but frames whose data was put together,
// which share none of its bytes.
func (b *Body) copied(s *segment) bool {
	at := s.start
	i, _ := b.findJoined(at)
	for i = max(i-1, 0); i < len(b.joined) && b.joined[i].from < s.end(); i++ {
		if b.joined[i].from-at > mostBetween {
			return false
		}
		at = max(at, b.joined[i].to)
	}
	return s.end()-at <= mostBetween
}
