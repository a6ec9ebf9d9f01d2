package wire

import (
	"bytes"
	"slices"
	"sort"
	"sync"
)

// Chunk is one read from the connection.
type Chunk struct {
	End  int64 // offset after the chunk's last byte in the body
	AtUS int64 // arrival, microseconds after the request was started
}

// Body is a response body that only grows: its bytes in segments, and the arrival time of
// each chunk. A segment is packed when the next one is full: an event stream repeats
// itself in every frame and shrinks to about a tenth. One goroutine appends, joins,
// overwrites and trims; any number may read at the same time. The zero value is empty.
type Body struct {
	mu       sync.RWMutex
	segments []segment
	chunks   []Chunk
	size     int64
	scratch  []byte // to pack in, so that a long body makes little garbage

	cache    sync.Mutex
	unpacked [2]unpacked // read last: a line may span two segments
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

// grow begins a segment. The one before it stays plain, since frames are still cut
// from its end; those before that are packed.
func (b *Body) grow() {
	size := firstSegment
	if n := len(b.segments); n > 0 {
		size = min(2*b.segments[n-1].size(), lastSegment)
		for i := n - 2; i >= 0 && !b.segments[i].final; i-- {
			b.scratch = b.segments[i].pack(b.scratch)
		}
	}
	b.segments = append(b.segments, segment{start: b.size, plain: make([]byte, 0, size)})
}

// maxAnnounced limits what is allocated in advance, in bytes, whatever a server announces:
// memory that is not written to costs nothing, but is counted.
const maxAnnounced = 128 << 20

// ReserveAnnounced is Reserve for a size that a server announces.
func (b *Body) ReserveAnnounced(size int64) { b.Reserve(min(size, maxAnnounced)) }

// Reserve allocates one segment for a document of size bytes, before the first of them, so
// that Join copies nothing. The size may be wrong.
func (b *Body) Reserve(size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if size > 0 && len(b.segments) == 0 {
		b.segments = []segment{{plain: make([]byte, 0, size), final: true}}
	}
}

// Adopt makes an empty body of bytes that arrived in chunks, without a copy of them: the body owns both slices.
func (b *Body) Adopt(data []byte, chunks []Chunk) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.segments, b.chunks, b.size = []segment{{plain: data, final: true}}, chunks, int64(len(data))
}

// Trim releases memory reserved for bytes that did not arrive, when no more will.
func (b *Body) Trim() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.scratch = nil
	if n := len(b.segments); n > 0 {
		if last := &b.segments[n-1]; cap(last.plain) > len(last.plain)+lastSegment {
			last.plain = bytes.Clone(last.plain)
		}
	}
}

// Join makes the body one segment, which is not packed, and returns it: values read from a
// document share its bytes, and there is no second copy.
func (b *Body) Join() []byte {
	if len(b.segments) == 0 {
		return nil
	}
	if len(b.segments) > 1 {
		b.joinSegments()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.segments[0].final = true
	return b.segments[0].plain
}

// joinSegments makes one segment of all. Each is released once it is copied, and readers continue in between.
func (b *Body) joinSegments() {
	segments, first := b.segments, b.first()
	all := make([]byte, 0, b.size-first)
	for i, s := range segments {
		if s.packed != nil {
			s.plain = s.unpack()
		}
		all = append(all, s.plain...)
		b.mu.Lock()
		segments[i] = segment{start: first, plain: all}
		b.segments, b.unpacked = segments[i:], [2]unpacked{}
		b.mu.Unlock()
	}
}

// Overwrite replaces every byte so far by '*'; sizes and times do not change. Slices that
// were returned before have the old bytes.
func (b *Body) Overwrite() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.segments {
		b.segments[i].blank()
	}
	b.unpacked = [2]unpacked{}
}

// Replace moves the contents of another body here; that one must not be used any more.
func (b *Body) Replace(by *Body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.segments, b.chunks, b.size, b.unpacked = by.segments, by.chunks, by.size, [2]unpacked{}
}

// Discard releases the segments before an offset, and all chunks but the last, for a
// caller that passes the bytes on. Offsets, sizes and times do not change, nor do slices
// that were returned.
func (b *Body) Discard(before int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.chunks); n > 1 {
		b.chunks = slices.Clone(b.chunks[n-1:])
	}
	n := 0
	for n < len(b.segments)-1 && b.segments[n].end() <= before {
		n++
	}
	if n > 0 {
		b.segments, b.unpacked = slices.Clone(b.segments[n:]), [2]unpacked{}
	}
}

// first returns the offset of the first byte that was not discarded.
func (b *Body) first() int64 {
	if len(b.segments) == 0 {
		return 0
	}
	return b.segments[0].start
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

// All returns all bytes so far; see Bytes.
func (b *Body) All() []byte { return b.Bytes(0, b.Len()) }

// Bytes returns the bytes [from, to), limited to what has arrived. The slice of bytes in
// one segment is shared with the body and must not be written to; others are copied.
func (b *Body) Bytes(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	from, to = max(from, b.first()), min(to, b.size)
	run := b.run(from, to)
	if int64(len(run)) >= to-from {
		return run
	}
	out := make([]byte, 0, to-from)
	for ; len(run) > 0; run = b.run(from, to) {
		out = append(out, run...)
		from += int64(len(run))
	}
	return out
}

// Run returns the bytes from an offset to the end of its segment, or to to if that is
// before; none if nothing has arrived there. The slice is shared with the body and must not
// be written to.
func (b *Body) Run(from, to int64) []byte {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.run(from, min(to, b.size))
}

func (b *Body) run(from, to int64) []byte {
	if from < b.first() || from >= to {
		return nil
	}
	i := sort.Search(len(b.segments), func(i int) bool { return b.segments[i].start > from }) - 1
	s := &b.segments[i]
	end := min(s.end(), to) - s.start
	return b.plain(i)[from-s.start : end : end]
}

// plain returns the bytes of segment i.
func (b *Body) plain(i int) []byte {
	s := &b.segments[i]
	if s.packed == nil {
		return s.plain
	}
	b.cache.Lock()
	defer b.cache.Unlock()
	for _, u := range b.unpacked {
		if u.plain != nil && u.index == i {
			return u.plain
		}
	}
	plain := s.unpack()
	b.unpacked = [2]unpacked{{i, plain}, b.unpacked[0]}
	return plain
}
