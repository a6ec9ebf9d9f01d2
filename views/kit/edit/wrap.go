package edit

import "unicode/utf8"

func (e *Editor) wrap(u *unit) {
	start := e.text.LineStart(u.from)
	w := wrapper{width: e.width, hanging: e.kind.Hanging, rest: start < u.from}
	if w.rest && w.hanging {
		for w.indent < maxIndent && e.text.ByteAt(start+w.indent) == ' ' {
			w.indent++
		}
	}
	w.begin(u.from)
	for _, seg := range u.segments {
		for i := 0; i < len(seg.Text); {
			if seg.Text[i] == '\n' {
				w.line(seg.From + i)
				i++
				continue
			}
			if n := plainRun(seg.Text[i:], w.width-w.col); n > 0 {
				w.add(n)
				w.words = true
				i += n
				continue
			}
			c := e.cell(seg.Text[i:], w.col)
			if w.breaks(seg.From+i, c) {
				continue // at another column a tab is another cell
			}
			w.put(seg.From+i, c, seg.Text[i+c.Size-1])
			i += c.Size
		}
		if f := seg.Fold; f != nil {
			for w.breaks(f.From, f.cell(e.width)) {
			}
			w.put(f.From, f.cell(e.width), 0)
		}
	}
	u.rows = w.rows
	if w.at.From < u.to || u.to == e.text.Len() && (len(u.rows) == 0 || e.text.ByteAt(u.to-1) == '\n') {
		w.at.To, w.at.Next = u.to, u.to
		u.rows = append(u.rows, w.at)
	}
}

// maxIndent is how far the rest of a wrapped line is indented at most, in cells.
const maxIndent = 40

// wrapper makes rows from cells: a row ends after the last blank that fits,
// and a word longer than a row is cut.
type wrapper struct {
	width   int
	hanging bool // the rest of a line is indented, and its indent is not broken
	rows    []Row
	at      Row
	col     int
	brk     int // where the row may end: after a blank; at.From for nowhere
	since   int // cells after brk
	indent  int // spaces at the line's start
	words   bool
	rest    bool
}

func (w *wrapper) begin(from int) {
	lead := 0
	if w.rest && w.hanging {
		lead = min(w.indent+2, w.width/3)
	}
	w.at = Row{From: from, Lead: lead}
	w.col, w.brk, w.since = lead, from, 0
}

// breaks ends the row where a cell has no room on it, and reports whether it did.
func (w *wrapper) breaks(off int, c Cell) bool {
	if w.col+c.Width <= w.width || off == w.at.From {
		return false
	}
	end, carried := off, 0
	if w.brk > w.at.From {
		end, carried = w.brk, w.since
	}
	w.end(end, end)
	w.rest = true
	w.begin(end)
	w.col += carried
	return true
}

// put adds a cell whose last byte is last.
func (w *wrapper) put(off int, c Cell, last byte) {
	w.add(c.Width)
	// A tab after a blank ends a word wherever it is: were it moved to the next row with
	// the word, it would be another cell there.
	blank := last == ' ' || last == '\t' && (!w.hanging || w.brk > w.at.From)
	switch {
	case !blank:
		w.words = true
	case w.hanging && !w.words && !w.rest:
		w.indent++
	default:
		w.brk, w.since = off+c.Size, 0
	}
}

func (w *wrapper) add(cells int) {
	w.col += cells
	w.since += cells
}

// plainRun returns how many bytes at the start of s, at most maxCells, are printable ASCII, each a cell:
// the common case.
func plainRun(s string, maxCells int) int {
	n := 0
	for n < min(len(s), maxCells) && s[n] > ' ' && s[n] < 0x7f {
		n++
	}
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf { // the next may be drawn over the last
		n--
	}
	return n
}

// line ends a line at its line feed.
func (w *wrapper) line(off int) {
	w.end(off, off+1)
	w.rest, w.words, w.indent = false, false, 0
	w.begin(off + 1)
}

func (w *wrapper) end(to, next int) {
	w.at.To, w.at.Next = to, next
	w.rows = append(w.rows, w.at)
}
