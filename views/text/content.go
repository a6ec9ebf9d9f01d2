package text

// Content is a text cut into blocks, drawn block by block.
type Content interface {
	SetWidth(width int)   // cells
	Len() int             // blocks
	Lines(i int) []string // of block i, each at most width cells, styled and safe
	Source() string       // the text as it came
}

// Long is content of which few blocks are ever drawn.
type Long interface {
	Content
	Height(i int) int     // lines of block i; an estimate until they have been asked for
	Size() int            // bytes of Source, without making it
	Block(offset int) int // the block that shows this byte of Source
}
