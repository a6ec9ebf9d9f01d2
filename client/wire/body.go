package wire

import "sync"

// Segment sizes of a Body, in bytes: the first is small because most bodies
// are, the rest are large because a long body should cost few allocations.
const (
	firstSegment = 4 << 10
	lastSegment  = 256 << 10
)

// Chunk is one read from the connection.
type Chunk struct {
	End  int64 // offset just behind the chunk's last byte in the body
	AtUS int64 // arrival, microseconds after the request was started
}

// Body is a response body that only grows: its bytes, kept in segments that
// are never copied again, and the arrival time of each chunk. One goroutine
// appends; any number may read at the same time. The zero value is empty.
type Body struct {
	mu       sync.RWMutex
	segments [][]byte
	starts   []int64 // offset of each segment's first byte
	chunks   []Chunk
	size     int64
}

// Append adds one chunk that arrived atUS microseconds after the start of the
// request. It copies p.
func (b *Body) Append(p []byte, atUS int64) {
	if len(p) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for rest := p; len(rest) > 0; {
		last := len(b.segments) - 1
		if last < 0 || len(b.segments[last]) == cap(b.segments[last]) {
			b.grow()
			last++
		}
		seg := b.segments[last]
		n := min(cap(seg)-len(seg), len(rest))
		b.segments[last] = append(seg, rest[:n]...)
		b.size += int64(n)
		rest = rest[n:]
	}
	b.chunks = append(b.chunks, Chunk{End: b.size, AtUS: atUS})
}

func (b *Body) grow() {
	size := firstSegment
	if n := len(b.segments); n > 0 {
		size = min(2*cap(b.segments[n-1]), lastSegment)
	}
	b.segments = append(b.segments, make([]byte, 0, size))
	b.starts = append(b.starts, b.size)
}

// Len returns the number of bytes that have arrived.
func (b *Body) Len() int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.size
}

// Chunks returns the chunks that have arrived so far. The slice is shared and
// must not be written to.
func (b *Body) Chunks() []Chunk {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.chunks[:len(b.chunks):len(b.chunks)]
}

// Bytes returns the bytes [from, to), cut to what has arrived. Where they lie
// in one segment the slice is shared with the body and must not be written to;
// else they are copied.
func (b *Body) Bytes(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	from, to = max(from, 0), min(to, b.size)
	if from >= to {
		return nil
	}
	i := b.segmentAt(from)
	if seg, off := b.segments[i], from-b.starts[i]; to-b.starts[i] <= int64(len(seg)) {
		end := to - b.starts[i]
		return seg[off:end:end]
	}
	out := make([]byte, 0, to-from)
	for ; from < to; i++ {
		seg, off := b.segments[i], from-b.starts[i]
		n := min(int64(len(seg))-off, to-from)
		out = append(out, seg[off:off+n]...)
		from += n
	}
	return out
}

// Run returns the longest run of bytes from offset from that lies in one
// piece and ends at to at the latest. It never copies: the slice is shared with
// the body and must not be written to. It is empty when nothing has arrived
// there.
func (b *Body) Run(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	to = min(to, b.size)
	if from < 0 || from >= to {
		return nil
	}
	i := b.segmentAt(from)
	seg, off := b.segments[i], from-b.starts[i]
	end := min(int64(len(seg)), to-b.starts[i])
	return seg[off:end:end]
}

// Blank replaces every byte so far by '*' and leaves sizes and times as they
// are. Slices that were handed out before keep the old bytes.
func (b *Body) Blank() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, seg := range b.segments {
		stars := make([]byte, len(seg), cap(seg))
		for j := range stars {
			stars[j] = '*'
		}
		b.segments[i] = stars
	}
}

// All returns the whole body so far; see Bytes.
func (b *Body) All() []byte { return b.Bytes(0, b.Len()) }

// segmentAt finds the segment that holds offset off.
func (b *Body) segmentAt(off int64) int {
	lo, hi := 0, len(b.starts)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if b.starts[mid] <= off {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}
