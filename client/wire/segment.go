package wire

import (
	"bytes"
	"slices"
	"sync"
	"weak"

	"github.com/klauspost/compress/s2"
)

// Segment sizes of a Body, in bytes: the first is small because most bodies
// are, the rest are large because a long body should cost few allocations, and
// no larger because a packed one is unpacked whole.
const (
	firstSegment = 4 << 10
	lastSegment  = 256 << 10
)

// segment is one piece of a body: plain while it grows, packed later.
type segment struct {
	start  int64              // offset of its first byte in the body
	plain  []byte             // nil once packed
	packed []byte             // an S2 block (Snappy's successor) of all but the lines; nil while plain
	lines  []Line             // that are kept by somebody else: see Body.Lend
	length int                // of the bytes, once packed
	kept   weak.Pointer[byte] // the bytes once packed, while somebody keeps them
	shared bool               // somebody keeps the bytes: packed they would be there twice
	tried  bool               // it was packed, or is not worth it
	asked  asked              // see Body.watch
}

func (s *segment) full() bool { return len(s.plain) == cap(s.plain) }

// size returns the segment's bytes, of which it is full.
func (s *segment) size() int {
	if s.packed != nil {
		return s.length
	}
	return len(s.plain)
}

func (s *segment) end() int64 { return s.start + int64(s.size()) }

// append takes as much of p as there is room for and returns how much.
func (s *segment) append(p []byte) int {
	n := min(cap(s.plain)-len(s.plain), len(p))
	s.plain = append(s.plain, p[:n]...)
	return n
}

// pack replaces the bytes by their packed form where that saves at least half; an
// image in base64 stays as it is. Where somebody keeps the bytes, both are there: what
// packs less costs less as it is. It packs in scratch, grown as need be, and returns it
// for the next time.
func (s *segment) pack(scratch []byte) []byte {
	if s.tried || s.shared || len(s.plain) == 0 {
		return scratch
	}
	s.tried = true
	packed, scratch := packedIn(scratch, s.plain)
	if len(packed) <= len(s.plain)/2 {
		s.replace(packed, nil)
	}
	return scratch
}

// weave keeps of the bytes only what stands between the lines, packed.
func (s *segment) weave(lines []Line, scratch []byte) []byte {
	if len(lines) == 0 {
		return scratch
	}
	between, at := make([]byte, 0, len(s.plain)), s.start
	for _, l := range lines {
		between = append(between, s.plain[at-s.start:l.At-s.start]...)
		at = l.At + int64(len(l.Text))
	}
	between = append(between, s.plain[at-s.start:]...)
	packed, scratch := packedIn(scratch, between)
	s.replace(packed, slices.Clone(lines)) // they were appended one by one, and have room for many more
	return scratch
}

// replace puts a copy of what was packed, and lines beside it, in the place of the bytes.
func (s *segment) replace(packed []byte, lines []Line) {
	s.kept = weak.Make(&s.plain[0])
	s.packed, s.lines, s.length, s.plain, s.asked = bytes.Clone(packed), lines, len(s.plain), nil, unasked
}

// packedIn packs p in scratch, grown as need be.
func packedIn(scratch, p []byte) (packed, room []byte) {
	if need := s2.MaxEncodedLen(len(p)); cap(scratch) < need {
		scratch = make([]byte, need)
	}
	return s2.Encode(scratch[:cap(scratch)], p), scratch
}

// unpack appends the bytes of a packed segment to dst, in place where dst has
// the room.
func (s *segment) unpack(dst []byte) []byte {
	n := len(dst)
	if cap(dst)-n < s.length {
		dst = append(make([]byte, 0, n+s.length), dst...)
	}
	if len(s.lines) > 0 {
		return s.interlace(dst, unpackedIn(nil, s.packed))
	}
	return dst[:n+len(unpackedIn(dst[n:n+s.length], s.packed))]
}

func unpackedIn(room, packed []byte) []byte {
	plain, err := s2.Decode(room, packed)
	if err != nil {
		panic("wire: a packed segment is broken: " + err.Error()) // only broken memory can do that
	}
	return plain
}

// interlace appends the lines and what stands between them to dst.
func (s *segment) interlace(dst, between []byte) []byte {
	at := s.start
	for _, l := range s.lines {
		dst = append(dst, between[:l.At-at]...)
		between = between[l.At-at:]
		dst = append(dst, l.Text...)
		at = l.At + int64(len(l.Text))
	}
	return append(dst, between...)
}

func (s *segment) blank() {
	size := s.size()
	room := max(size, cap(s.plain))
	s.plain = append(make([]byte, 0, room), bytes.Repeat([]byte{'*'}, size)...)
	s.packed, s.lines, s.shared, s.tried = nil, nil, false, false
}

// unpacked keeps the segments that were unpacked last, since reading goes from
// one line to the next: two, so that a line on the border is no trouble.
type unpacked struct {
	mu   sync.Mutex
	last [2]struct {
		index int
		plain []byte
	}
}

// get returns segment i's bytes.
func (u *unpacked) get(i int, s *segment) []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	for k := range u.last {
		if u.last[k].plain != nil && u.last[k].index == i {
			return u.last[k].plain
		}
	}
	u.last[1] = u.last[0]
	u.last[0].index, u.last[0].plain = i, s.unpack(nil)
	return u.last[0].plain
}

func (u *unpacked) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last[0].plain, u.last[1].plain = nil, nil
}
