// Package text makes bytes from the wire into lines that are safe to draw: it shows what
// a terminal would obey, measures and wraps, and draws plain text of any size block by
// block. Every other kind of content is in the packages above it: markdown, json.
package text

import (
	"gatehouse/views"
)

// Content is a text cut into blocks, drawn block by block.
type Content interface {
	SetWidth(width int)   // cells
	Len() int             // blocks
	Lines(i int) []string // of block i, each at most width cells, styled and safe
	Source() string       // the text as it was received
}

// Long is content that is drawn in few of its blocks only.
type Long interface {
	Content
	Height(i int) int     // lines of block i; an estimate until they have been asked for
	Size() int            // bytes of Source, without making it
	Block(offset int) int // the block that shows this byte of Source
}

// Source is bytes that are read piece by piece.
type Source = views.ByteSource

// Piece is a part of a Source: those of its bytes [From, To) that exist.
type Piece struct {
	Of       Source
	From, To int64
}

func (p Piece) Len() int64 { return max(min(p.To, p.Of.Len())-p.From, 0) }

func (p Piece) Bytes(from, to int64) []byte {
	return p.Of.Bytes(p.From+max(from, 0), min(p.From+to, p.To))
}

// Bytes is a Source that is all there.
type Bytes []byte

func (b Bytes) Len() int64 { return int64(len(b)) }

func (b Bytes) Bytes(from, to int64) []byte {
	from, to = max(from, 0), min(to, int64(len(b)))
	if from >= to {
		return nil
	}
	return b[from:to:to]
}
