package wire

import (
	"bytes"
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
	packed []byte             // an S2 block (Snappy's successor); nil while plain
	length int                // of the bytes, once packed
	kept   weak.Pointer[byte] // the bytes once packed, while somebody keeps them
	shared bool               // somebody keeps the bytes: packed they would be there twice
	tried  bool               // it was packed, or is not worth it
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
	if need := s2.MaxEncodedLen(len(s.plain)); cap(scratch) < need {
		scratch = make([]byte, need)
	}
	packed := s2.Encode(scratch[:cap(scratch)], s.plain)
	if len(packed) <= len(s.plain)/2 {
		s.kept = weak.Make(&s.plain[0])
		s.packed, s.length, s.plain = bytes.Clone(packed), len(s.plain), nil
	}
	return scratch
}

// unpack appends the bytes of a packed segment to dst, in place where dst has
// the room.
func (s *segment) unpack(dst []byte) []byte {
	n := len(dst)
	if cap(dst)-n < s.length {
		dst = append(make([]byte, 0, n+s.length), dst...)
	}
	plain, err := s2.Decode(dst[n:n+s.length], s.packed)
	if err != nil {
		panic("wire: a packed segment is broken: " + err.Error()) // only broken memory can do that
	}
	return dst[:n+len(plain)]
}

func (s *segment) blank() {
	size := s.size()
	room := max(size, cap(s.plain))
	s.plain = append(make([]byte, 0, room), bytes.Repeat([]byte{'*'}, size)...)
	s.packed, s.shared, s.tried = nil, false, false
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
