// Package body turns bytes from the wire into lines that are safe to draw:
// markdown, code, JSON and plain text. Every kind is cut into blocks, and only
// the blocks that are asked for are rendered, so that a long answer costs what
// is seen of it.
package body

// Content is a text cut into blocks, drawn block by block. A block's height
// may be an estimate until its lines have been asked for.
type Content interface {
	SetWidth(width int)   // cells
	Len() int             // blocks
	Height(i int) int     // lines of block i
	Lines(i int) []string // its lines, each at most width cells, styled and safe
	Source() string       // the text as it came
	Size() int            // bytes of Source, without making it
	Block(offset int) int // the block that shows this byte of Source
}

var (
	_ Content = (*Markdown)(nil)
	_ Content = (*Text)(nil)
	_ Content = (*JSON)(nil)
)
