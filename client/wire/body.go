package wire

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"
)

// Chunk is one read from the connection.
type Chunk struct {
	End  int64 // offset just behind the chunk's last byte in the body
	AtUS int64 // arrival, microseconds after the request was started
}

// Body is a response body that only grows: its bytes, kept in segments, and
// the arrival time of each chunk. Segments behind the growing end are packed:
// an event stream repeats itself in every frame, and takes about a tenth of
// its size that way. What somebody else keeps as it came is not packed beside that
// (see watch). One goroutine appends; any number may read at the same
// time. The zero value is empty.
type Body struct {
	mu       sync.RWMutex
	segments []segment
	chunks   []Chunk
	size     int64
	blanked  atomic.Int64 // how often Blank was called
	scratch  []byte       // room to pack in, so that a long body makes no garbage
	unpacked unpacked
	joined   []joined // by frame; see Lend
	lent     []Line   // what is not in its place yet
	watching bool     // see watch
	fleeting bool     // see Forget
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
		if n := len(b.segments); n == 0 || b.segments[n-1].full() {
			b.grow()
		}
		n := b.segments[len(b.segments)-1].append(rest)
		b.size += int64(n)
		rest = rest[n:]
	}
	b.chunks = append(b.chunks, Chunk{End: b.size, AtUS: atUS})
}

// mostExpected is how much room is made in advance, in bytes, whatever is
// announced: memory that is not written to costs nothing, but is counted.
const mostExpected = 128 << 20

// Expect makes room for a document of size bytes in one piece, before the first of
// them: Join then copies nothing. It may come otherwise.
func (b *Body) Expect(size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if size > 0 && len(b.segments) == 0 {
		b.segments = []segment{{plain: make([]byte, 0, min(size, mostExpected)), shared: true}}
	}
}

// Trim gives back the room that was made for bytes that did not come, when no
// more will.
func (b *Body) Trim() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.segments); n > 0 {
		if last := &b.segments[n-1]; cap(last.plain) > len(last.plain)+lastSegment {
			last.plain = bytes.Clone(last.plain)
		}
	}
}

// grow begins a segment. The one before it stays as it is, since its end is
// still being read; those before that are packed, unless they are shared.
func (b *Body) grow() {
	size := firstSegment
	if n := len(b.segments); n > 0 {
		size = min(2*b.segments[n-1].size(), lastSegment)
		for i := n - 2; i >= 0 && !b.segments[i].tried; i-- {
			b.scratch = b.segments[i].pack(b.scratch)
		}
		b.watch()
	}
	b.segments = append(b.segments, segment{start: b.size, plain: make([]byte, 0, size)})
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
	from, to = max(from, b.first()), min(to, b.size)
	if from >= to {
		return nil
	}
	i := b.segmentAt(from)
	if s := &b.segments[i]; to <= s.end() {
		off, end := from-s.start, to-s.start
		return b.bytesOf(i)[off:end:end]
	}
	out := make([]byte, 0, to-from)
	for ; from < to; i++ {
		s := &b.segments[i]
		if s.packed != nil && from == s.start && to >= s.end() {
			out = s.unpack(out) // whole: straight into the copy, past the kept ones
		} else {
			out = append(out, b.bytesOf(i)[from-s.start:min(s.end(), to)-s.start]...)
		}
		from = s.end()
	}
	return out
}

// InOne reports whether the bytes [from, to), which have arrived, lie in one segment.
func (b *Body) InOne(from, to int64) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return from >= to || b.segments[b.segmentAt(from)].end() >= to
}

// Run returns the longest run of bytes from offset from that lies in one
// segment and ends at to at the latest. The slice is shared with the body and
// must not be written to. It is empty when nothing has arrived there.
func (b *Body) Run(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	to = min(to, b.size)
	if from < b.first() || from >= to {
		return nil
	}
	i := b.segmentAt(from)
	s := &b.segments[i]
	end := min(s.end(), to) - s.start
	return b.bytesOf(i)[from-s.start : end : end]
}

// Blank replaces every byte so far by '*' and leaves sizes and times as they
// are. Slices that were handed out before keep the old bytes.
func (b *Body) Blank() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blanked.Add(1)
	for i := range b.segments {
		b.segments[i].blank()
	}
	b.joined, b.lent = nil, nil
	b.unpacked.forget()
}

// Forget drops the bytes before an offset, as far as they fill segments, and all
// chunks but the last: for who passes on what comes and keeps nothing of it.
// Offsets, sizes and times stay as they are. Slices that were handed out keep
// their bytes. Nothing that is forgotten may be asked for by frame (see Lend).
func (b *Body) Forget(before int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fleeting, b.joined, b.lent = true, nil, nil
	if n := len(b.chunks); n > 1 {
		b.chunks = slices.Clone(b.chunks[n-1:])
	}
	n := 0
	for n < len(b.segments)-1 && b.segments[n].end() <= before {
		n++
	}
	if n > 0 {
		b.segments = slices.Clone(b.segments[n:])
		b.unpacked.forget()
	}
}

// first is the offset of the first byte that is kept.
func (b *Body) first() int64 {
	if len(b.segments) == 0 {
		return 0
	}
	return b.segments[0].start
}

// All returns the whole body so far; see Bytes.
func (b *Body) All() []byte { return b.Bytes(0, b.Len()) }

// Join is Bytes for what is kept as it is returned, a whole document: it makes the bytes
// [from, to) one segment, which the slice shares, so that there is no second copy of
// them. They are not packed from then on.
func (b *Body) Join(from, to int64) []byte {
	from = max(from, 0)
	blanked := b.blanked.Load()
	all := b.Bytes(from, to) // before the lock: readers go on while much is copied
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(all) == 0 || b.blanked.Load() != blanked {
		return all
	}
	to = from + int64(len(all))
	i, j := b.segmentAt(from), b.segmentAt(to-1)
	if s := &b.segments[i]; i == j && s.packed == nil {
		s.shared = true
		return s.plain[from-s.start : to-s.start : to-s.start]
	}
	joined := segment{start: from, plain: all, shared: true}
	b.segments = slices.Replace(b.segments, i, j+1, slices.Concat(b.rest(i, 0, from), []segment{joined}, b.rest(j, to, b.size))...)
	b.unpacked.forget()
	return all
}

// rest is what segment i holds of the bytes [from, to): none or one segment,
// which has room to grow where segment i has.
func (b *Body) rest(i int, from, to int64) []segment {
	s := &b.segments[i]
	from, to = max(from, s.start), min(to, s.end())
	if from >= to {
		return nil
	}
	room := to - from
	if i == len(b.segments)-1 && to == s.end() {
		room += int64(cap(s.plain) - len(s.plain))
	}
	rest := segment{start: from, plain: append(make([]byte, 0, room), b.bytesOf(i)[from-s.start:to-s.start]...)}
	if s.tried {
		b.scratch = rest.pack(b.scratch)
	}
	return []segment{rest}
}

// bytesOf returns a segment's bytes, unpacked when need be.
func (b *Body) bytesOf(i int) []byte {
	s := &b.segments[i]
	if s.packed == nil {
		return s.plain
	}
	if kept := alive(s.kept, s.length); kept != nil {
		return kept
	}
	return b.unpacked.get(i, s)
}

// segmentAt finds the segment that holds offset off.
func (b *Body) segmentAt(off int64) int {
	lo, hi := 0, len(b.segments)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if b.segments[mid].start <= off {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}
