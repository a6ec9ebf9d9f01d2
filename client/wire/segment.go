package wire

import (
	"bytes"

	"github.com/klauspost/compress/s2"
)

// Segment sizes of a Body, in bytes: the first is small because most bodies are; the
// rest are large so that a long body takes few allocations, and no larger because a
// packed one is unpacked completely.
const (
	firstSegment = 4 << 10
	lastSegment  = 256 << 10
)

// segment is one piece of a body: plain while it grows, packed later.
type segment struct {
	start  int64  // offset of its first byte in the body
	plain  []byte // nil once packed
	packed []byte // an S2 block (Snappy's successor); nil while plain
	length int    // of the bytes, once packed
	final  bool   // it is packed, or stays plain
}

func (s *segment) size() int {
	if s.packed != nil {
		return s.length
	}
	return len(s.plain)
}

func (s *segment) end() int64 { return s.start + int64(s.size()) }

func (s *segment) full() bool { return len(s.plain) == cap(s.plain) }

// append takes as much of p as fits and returns how much.
func (s *segment) append(p []byte) int {
	n := min(cap(s.plain)-len(s.plain), len(p))
	s.plain = append(s.plain, p[:n]...)
	return n
}

// pack replaces the bytes by their packed form if that saves at least half; an image in
// base64 stays plain. Slices of the plain bytes that were returned stay valid. The memory
// of scratch is used to pack; the result is the scratch for the next call.
func (s *segment) pack(scratch []byte) []byte {
	s.final = true
	packed := s2.Encode(scratch, s.plain)
	if len(packed) <= len(s.plain)/2 {
		s.packed, s.length, s.plain = bytes.Clone(packed), len(s.plain), nil
	}
	return packed[:0]
}

func (s *segment) unpack() []byte {
	plain, err := s2.Decode(nil, s.packed)
	if err != nil {
		panic("wire: a packed segment is broken: " + err.Error()) // only broken memory can do that
	}
	return plain
}

// blank overwrites the bytes with '*', in new memory: slices that were returned have the
// old bytes.
func (s *segment) blank() {
	size := s.size()
	s.plain = append(make([]byte, 0, max(size, cap(s.plain))), bytes.Repeat([]byte{'*'}, size)...)
	s.packed, s.final = nil, false
}

// unpacked is a packed segment's bytes.
type unpacked struct {
	index int
	plain []byte // nil for none
}
