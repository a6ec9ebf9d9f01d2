package edit

// Kind is what an editor has to know of the text that is written in it. The zero value is
// that of plain text.
type Kind struct {
	// Cell reads the cluster at the start of s, which is not empty, for a column: what is
	// drawn of it. It is not asked for printable ASCII. Nil: pictures of control characters,
	// and tabs.
	Cell func(s string, col int) Cell

	// Lexer colours the text; nil: it has one colour.
	Lexer Lexer

	// Hanging says that the rest of a line that is wrapped is indented as the line is, and
	// a step more, and that a line breaks at spaces only and not within its indent.
	Hanging bool

	// Piece is how much of one line is wrapped and coloured at a time, in bytes: a row ends
	// there at the latest. 0: 64 KiB.
	Piece int
}

// plainPiece is that of plain text: what is wrapped at every key, in about a millisecond.
const plainPiece = 64 << 10

// LexState is where in the syntax of a text a place lies; 0 at the start of a line.
type LexState uint8

const maxStates = 3

// Lexer finds the kinds of a text's parts, piece by piece.
type Lexer interface {
	// Through returns the state behind s.
	Through(before LexState, s string) LexState
	// Spans returns the runs of one kind in segments that lie one behind another.
	Spans(text *Buffer, before LexState, segments []Segment) []Span
}

// Span ends a run of bytes of one kind. The kinds are the lexer's.
type Span struct {
	To   int // offset in the text
	Kind uint8
}
