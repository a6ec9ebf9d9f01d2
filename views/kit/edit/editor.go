// Package edit is the editor of text that a user writes: the text as a piece table, the cursor, the
// soft wraps, and what readline's keys do. A Kind defines how the text is drawn, coloured and
// folded. The package sends and saves nothing.
//
// It is not the textarea of Bubbles, which draws all of the text at each View, ends at 10,000 lines
// and has no undo, folds or colours.
package edit

import (
	"strings"
)

// Editor is text that a user writes, with the cursor in it, soft wraps and
// what readline's keys cut. A key costs the same however long the text is: what is
// around the cursor and in view is wrapped again.
type Editor struct {
	kind  Kind
	text  *Buffer
	folds []Fold
	open  int           // an offset whose fold is open; -1 for none
	width int           // cells of a row, at least 1
	units map[int]*unit // by the offset of their start

	cursor int // offset in the text, where a cell begins or at the end of a line
	goal   int // column that up and down aim at; -1: the cursor's
	marked span

	gone    []string // pieces of the last run of cuts, joined by yank
	cutting bool     // the last key cut: the next cut joins it
	edits   int      // counts the changes of the text

	changed func(from, to, grown int)
}

// New returns an editor of plain text without text.
func New() *Editor { return NewKind(Kind{}, func(int, int, int) {}) }

// NewKind returns an empty editor of a kind of text. It calls changed after each change of the
// text: the bytes [from, to) were replaced, and the text grew by grown bytes. The caller must then
// set the folds that moved again.
func NewKind(kind Kind, changed func(from, to, grown int)) *Editor {
	if kind.Cell == nil {
		kind.Cell = plainCell
	}
	if kind.Piece == 0 {
		kind.Piece = plainPiece
	}
	e := &Editor{kind: kind, text: newBuffer("", kind.Piece, kind.Lexer), open: -1, width: 1, goal: -1, changed: changed}
	e.forget()
	return e
}

// Buffer returns the text, to be read only.
func (e *Editor) Buffer() *Buffer { return e.text }

// Text joins the lines. It costs a copy of a text of several pieces: for sending, not
// for drawing.
func (e *Editor) Text() string { return e.text.Slice(0, e.text.Len()) }

// Empty reports whether there is no text.
func (e *Editor) Empty() bool { return e.text.Len() == 0 }

// Blank reports whether the text is white space alone, or none. It looks no
// further than the first that is not.
func (e *Editor) Blank() bool {
	for i := range e.text.pieces {
		if strings.TrimSpace(e.text.pieces[i].s) != "" {
			return false
		}
	}
	return true
}

// State is what tells an editor from itself before a key.
type State struct {
	edits, cursor int
	marked        span
}

// State returns how often the text was changed, where the cursor is, and what is marked.
func (e *Editor) State() State { return State{e.edits, e.cursor, e.marked} }

// Set replaces the text and puts the cursor after it.
func (e *Editor) Set(text string) {
	e.cursor = 0
	e.Splice(0, e.text.Len(), "")
	e.Insert(text)
}

// Insert puts text, with line ends of any kind, at the cursor, instead of a marked range. Bytes
// that are no UTF-8 become U+FFFD: JSON can carry nothing else.
func (e *Editor) Insert(text string) {
	e.cutting = false
	if text = Clean(text); text == "" {
		e.goal = -1
		return
	}
	e.takeMarked()
	at := e.cursor
	e.Splice(at, at, text)
	e.putCursorAfter(at + len(text))
}

// Remove takes the bytes [from, to) away, puts the cursor there, and returns them.
func (e *Editor) Remove(from, to int) string {
	e.goal = -1
	if from >= to {
		return ""
	}
	gone := e.text.Slice(from, to)
	e.Splice(from, to, "")
	e.putCursorAfter(from)
	return gone
}

// putCursorAfter puts the cursor at off, or after the character there if a change joined the text
// on both sides to one character.
func (e *Editor) putCursorAfter(off int) {
	e.goal = -1
	if e.cursor = e.Snap(off); e.cursor < off {
		e.cursor = e.after(e.cursor)
	}
}

// Splice puts s, as it is, instead of the bytes [from, to). A cursor after them
// stays with its text.
func (e *Editor) Splice(from, to int, s string) {
	e.text.replace(from, to, s)
	e.edits++
	e.marked = span{}
	e.forget()
	grown := len(s) - (to - from)
	e.cursor = Moved(e.cursor, from, to, grown)
	e.changed(from, to, grown)
}

// Moved returns where an offset is after a change that replaced the bytes [from, to).
func Moved(off, from, to, grown int) int {
	switch {
	case off <= from:
		return off
	case off >= to:
		return off + grown
	}
	return min(off, to+grown)
}

// At returns the offset of the cursor.
func (e *Editor) At() int { return e.cursor }

// GoTo moves the cursor to an offset, or the nearest place before where it can be.
func (e *Editor) GoTo(off int) { e.cursor, e.goal, e.marked = e.Snap(off), -1, span{} }

// ToRow puts the cursor into a row, at the column where the first of several such moves
// began.
func (e *Editor) ToRow(s Spot) {
	if e.goal < 0 {
		e.goal = e.Column(e.SpotAt(e.cursor), e.cursor)
	}
	e.cursor, e.marked = e.Offset(s, e.goal), span{}
}

// Put puts the cursor at a column of a row.
func (e *Editor) Put(s Spot, col int) { e.cursor, e.goal, e.marked = e.Offset(s, col), -1, span{} }

// Vertical moves the cursor by rows on the screen, aiming at the column where the first of several
// such moves began. It reports whether there are that many rows.
func (e *Editor) Vertical(by int) bool {
	to, n := e.Move(e.SpotAt(e.cursor), by)
	if n < max(by, -by) {
		return false
	}
	e.ToRow(to)
	return true
}

// maxWord bounds how far Word looks back, in bytes.
const maxWord = 4096

// Word returns the text between the last white space before the cursor and the
// cursor, at most 4 KiB of it. White space after a backslash belongs to the
// word, as in a shell.
func (e *Editor) Word() string {
	start := e.text.LineStart(e.cursor)
	low := max(start, e.cursor-maxWord)
	s := e.text.Slice(low, e.cursor)
	at := len(s)
	for at > 0 {
		i := strings.LastIndexAny(s[:at], " \t")
		if i < 0 {
			at = 0
			break
		}
		if e.text.ByteAt(low+i-1) != '\\' {
			at = i + 1
			break
		}
		at = i
	}
	return strings.ToValidUTF8(s[at:], "")
}

// ReplaceWord puts text instead of Word.
func (e *Editor) ReplaceWord(text string) {
	e.Remove(e.cursor-len(e.Word()), e.cursor)
	e.Insert(text)
}

// span is a range of the text's bytes [from, to); empty for none.
type span struct{ from, to int }

func (s span) empty() bool { return s.from >= s.to }

// Mark marks the bytes [from, to) and puts the cursor after them: what is written next
// takes their place, a key that deletes takes them away, any other lets go of them.
func (e *Editor) Mark(from, to int) {
	e.GoTo(to)
	e.marked = span{e.Snap(from), e.cursor}
}

// Marked returns the marked text; empty for none.
func (e *Editor) Marked() string { return e.text.Slice(e.marked.from, e.marked.to) }

// takeMarked removes the marked text and returns it.
func (e *Editor) takeMarked() string { return e.Remove(e.marked.from, e.marked.to) }

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

// LexState is a position in the syntax of a text; 0 at the start of a line.
type LexState uint8

const maxStates = 3

// Lexer finds the kinds of a text's parts, piece by piece.
type Lexer interface {
	// Through returns the state after s.
	Through(before LexState, s string) LexState
	// Spans returns the runs of one kind in adjacent segments.
	Spans(text *Buffer, before LexState, segments []Segment) []Span
}

// Span ends a run of bytes of one kind. The kinds are the lexer's.
type Span struct {
	To   int // offset in the text
	Kind uint8
}
