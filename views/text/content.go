package text

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

// keepDrawn is how many drawn blocks are kept; beyond it all are forgotten but
// their heights.
const KeepDrawn = 512
