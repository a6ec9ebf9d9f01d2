package lint

import (
	"bytes"

	"gatehouse/client/scan"
)

// sum stands for a text that comes in pieces: two texts are taken as equal when their sums
// are (FNV-1a of 64 bits, and the length).
type sum struct {
	bytes int64
	hash  uint64
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211

	// halved is the hash of a text of which a piece had half a character, so that it may be
	// spelled in two ways.
	halved = 1
)

func add[T string | []byte](s *sum, piece T) {
	h := s.hash
	if s.bytes == 0 && h != halved {
		h = fnvOffset
	}
	s.bytes += int64(len(piece))
	if h == halved || len(piece) == 0 {
		return
	}
	for i := range len(piece) {
		h = (h ^ uint64(piece[i])) * fnvPrime
	}
	s.hash = h
}

// sumOf returns the sum of a JSON string's text, without making the text.
func sumOf(v []byte) (s sum) {
	var escape [16]byte
	for spelled := scan.StringContent(v); len(spelled) > 0; {
		i := bytes.IndexByte(spelled, '\\')
		if i < 0 {
			add(&s, spelled)
			break
		}
		add(&s, spelled[:i])
		n := scan.EscapeLen(spelled[i:])
		one := scan.AppendUnquoted(escape[:0], spelled[i:i+n])
		if add(&s, one); len(one) == scan.HalfSize { // it stays as it is spelled
			s.hash = halved
		}
		spelled = spelled[i+n:]
	}
	return s
}

// differs reports whether two texts are certainly not the same.
func (s sum) differs(other sum) bool {
	return s.hash != halved && other.hash != halved && (s.bytes != other.bytes || s.bytes > 0 && s.hash != other.hash)
}
