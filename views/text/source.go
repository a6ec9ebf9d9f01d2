package text

import "gatehouse/views"

// Source is bytes that are read piece by piece.
type Source = views.ByteSource

// Piece is a part of a Source: the bytes [From, To) of it, as far as they are
// there.
type Piece struct {
	Of       Source
	From, To int64
}

// Len implements Source.
func (p Piece) Len() int64 { return max(min(p.To, p.Of.Len())-p.From, 0) }

// Bytes implements Source.
func (p Piece) Bytes(from, to int64) []byte {
	return p.Of.Bytes(p.From+max(from, 0), min(p.From+to, p.To))
}

// Bytes is a Source that is all there.
type Bytes []byte

// Len implements Source.
func (b Bytes) Len() int64 { return int64(len(b)) }

// Bytes implements Source.
func (b Bytes) Bytes(from, to int64) []byte {
	from, to = max(from, 0), min(to, int64(len(b)))
	if from >= to {
		return nil
	}
	return b[from:to:to]
}
