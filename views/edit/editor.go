package edit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Editor is text that a person writes, with the cursor in it, soft wraps and
// what readline's keys cut. It always has a line, and the cursor always lies in
// the text, between two clusters. A key costs the same however long the text
// is, but for the copy of its own line.
type Editor struct {
	lines []*editLine
	row   int // line of the cursor
	off   int // byte offset of the cursor in that line
	width int // cells of a row, at least 1
	goal  int // column that up and down aim at; -1: the cursor's own

	gone    []string // pieces of the last run of cuts, joined by yank
	cutting bool     // the last key cut: the next cut joins it
	edits   int      // counts the changes of the text
}

// New returns an editor without text.
func New() *Editor {
	return &Editor{lines: []*editLine{{}}, width: 1, goal: -1}
}

// SetWidth sets the cells of a row, the cursor's own behind a full one not
// counted.
func (b *Editor) SetWidth(width int) { b.width = max(width, 1) }

// Text joins the lines. It costs a copy of the whole text: for sending, not
// for drawing.
func (b *Editor) Text() string {
	if len(b.lines) == 1 {
		return b.lines[0].text
	}
	var s strings.Builder
	for i, l := range b.lines {
		if i > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(l.text)
	}
	return s.String()
}

// Empty reports whether there is no text.
func (b *Editor) Empty() bool { return len(b.lines) == 1 && b.lines[0].text == "" }

// Blank reports whether the text is white space alone, or none. It looks no
// further than the first that is not.
func (b *Editor) Blank() bool {
	for _, l := range b.lines {
		if strings.TrimSpace(l.text) != "" {
			return false
		}
	}
	return true
}

// State is what tells an editor from itself before a key.
type State struct{ edits, row, off int }

// State returns how often the text was changed, and where the cursor is.
func (b *Editor) State() State { return State{b.edits, b.row, b.off} }

// Set replaces the text and puts the cursor behind it.
func (b *Editor) Set(text string) {
	b.lines = []*editLine{{}}
	b.row, b.off = 0, 0
	b.edits++
	b.Insert(text)
}

// Insert puts text, which may hold line ends of any kind, at the cursor. Bytes
// that are no UTF-8 become U+FFFD: JSON can carry nothing else.
func (b *Editor) Insert(text string) {
	b.cutting = false
	text = typed(text)
	b.goal = -1
	if text != "" {
		b.edits++
	}
	l := b.lines[b.row]
	if !strings.Contains(text, "\n") {
		l.splice(b.off, b.off, text)
		b.off += len(text)
		return
	}
	head, tail := l.text[:b.off], l.text[b.off:]
	parts := strings.Split(text, "\n")
	l.set(head + parts[0])
	more := make([]*editLine, len(parts)-1)
	for i, p := range parts[1:] {
		more[i] = &editLine{text: p}
	}
	last := more[len(more)-1]
	b.off = len(last.text)
	last.set(last.text + tail)
	b.lines = slices.Insert(b.lines, b.row+1, more...)
	b.row += len(more)
}

// cut removes the text between the cursor and another place, and returns it.
func (b *Editor) cut(row, off int) string {
	b.goal = -1
	fromRow, fromOff, toRow, toOff := row, off, b.row, b.off
	if b.row < row || b.row == row && b.off < off {
		fromRow, fromOff, toRow, toOff = b.row, b.off, row, off
	}
	if fromRow != toRow || fromOff != toOff {
		b.edits++
	}
	first, last := b.lines[fromRow], b.lines[toRow]
	var gone string
	if fromRow == toRow {
		gone = first.text[fromOff:toOff]
	} else {
		parts := []string{first.text[fromOff:]}
		for _, l := range b.lines[fromRow+1 : toRow] {
			parts = append(parts, l.text)
		}
		gone = strings.Join(append(parts, last.text[:toOff]), "\n")
	}
	if fromRow == toRow {
		first.splice(fromOff, toOff, "")
		b.row, b.off = fromRow, fromOff
		return gone
	}
	first.set(first.text[:fromOff] + last.text[toOff:])
	b.lines = slices.Delete(b.lines, fromRow+1, toRow+1)
	b.row, b.off = fromRow, fromOff
	return gone
}

// before and after return the places one cluster away from the cursor.
func (b *Editor) before() (row, off int) {
	if b.off > 0 {
		return b.row, b.lines[b.row].prev(b.off, b.width)
	}
	if b.row > 0 {
		return b.row - 1, len(b.lines[b.row-1].text)
	}
	return b.row, b.off
}

func (b *Editor) after() (row, off int) {
	l := b.lines[b.row]
	if b.off < len(l.text) {
		return b.row, l.next(b.off)
	}
	if b.row+1 < len(b.lines) {
		return b.row + 1, 0
	}
	return b.row, b.off
}

// wordBefore and wordAfter return the places where readline's word motions
// end: over what is no word, then over the word.
func (b *Editor) wordBefore() (row, off int) {
	if b.off == 0 {
		return b.before()
	}
	s := b.lines[b.row].text[:b.off]
	s = strings.TrimRightFunc(s, notWord)
	s = strings.TrimRightFunc(s, isWord)
	return b.row, len(s)
}

func (b *Editor) wordAfter() (row, off int) {
	s := b.lines[b.row].text[b.off:]
	if s == "" {
		return b.after()
	}
	s = strings.TrimLeftFunc(s, notWord)
	s = strings.TrimLeftFunc(s, isWord)
	return b.row, len(b.lines[b.row].text) - len(s)
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func notWord(r rune) bool { return !isWord(r) }

// GoTo moves the cursor to a place in the text.
func (b *Editor) GoTo(row, off int) {
	b.row, b.off, b.goal = row, off, -1
}

// Vertical moves the cursor by rows on the screen, aiming at the column where
// the first of several such moves began. It reports whether it could move.
func (b *Editor) Vertical(by int) bool {
	l := b.lines[b.row]
	row := l.rowOf(b.off, b.width)
	if b.goal < 0 {
		from, _ := l.row(row, b.width)
		b.goal = l.column(from, b.off)
	}
	line := b.row
	for ; by < 0; by++ {
		if row--; row < 0 {
			if line == 0 {
				return false
			}
			line--
			row = len(b.lines[line].wrap(b.width)) - 1
		}
	}
	for ; by > 0; by-- {
		if row++; row >= len(b.lines[line].wrap(b.width)) {
			if line == len(b.lines)-1 {
				return false
			}
			line++
			row = 0
		}
	}
	b.place(line, row, b.goal)
	return true
}

// place puts the cursor at a column of a row.
func (b *Editor) place(line, row, col int) {
	l := b.lines[line]
	from, to := l.row(row, b.width)
	b.row = line
	b.off = l.offset(from, to, col, row == len(l.wrap(b.width))-1)
}

// valid reports whether the cursor lies in the text and on a rune; for tests.
func (b *Editor) valid() bool {
	if b.row < 0 || b.row >= len(b.lines) {
		return false
	}
	s := b.lines[b.row].text
	return b.off >= 0 && b.off <= len(s) && (b.off == len(s) || utf8.RuneStart(s[b.off]))
}
