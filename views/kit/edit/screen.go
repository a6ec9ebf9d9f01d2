package edit

import (
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Rows returns how many rows the text fills. Nothing of it is folded.
func (e *Editor) Rows() int { return max(e.rowsBefore(len(e.text.pieces)), 1) }

// rowsBefore counts the rows before a piece. Those of a piece that has not changed are
// known.
func (e *Editor) rowsBefore(piece int) int {
	n := 0
	for i := range piece {
		n += e.rowsOf(i)
	}
	return n
}

func (e *Editor) rowsOf(i int) int {
	p := &e.text.pieces[i]
	if i == len(e.text.pieces)-1 { // it may have an empty row at its end
		return len(e.unitAt(e.text.sums[i].bytes).rows)
	}
	if p.rowsFor != int32(e.width) {
		p.rows, p.rowsFor = int32(len(e.unitAt(e.text.sums[i].bytes).rows)), int32(e.width)
	}
	return int(p.rows)
}

// Cursor returns the cursor's row, counted from the start of the text, and its column in cells.
func (e *Editor) Cursor() (row, col int) {
	s := e.SpotAt(e.cursor)
	return e.rowsBefore(max(e.text.pieceAt(e.cursor), 0)) + s.i, e.Column(s, e.cursor)
}

// row returns a row, counted from the start of the text; ok is false after the last.
func (e *Editor) row(n int) (s Spot, ok bool) {
	last := len(e.text.pieces) - 1
	for i := 0; i <= last; i++ {
		rows := e.rowsOf(i)
		if n < rows {
			return Spot{e.unitAt(e.text.sums[i].bytes), n}, true
		}
		n -= rows
	}
	return e.SpotAt(0), last < 0 && n == 0
}

// Click puts the cursor at a column of a row, counted from the start of the text, and reports
// whether that had an effect. A row after the last changes nothing.
func (e *Editor) Click(row, col int) bool {
	was := e.State()
	e.goal = -1
	if s, ok := e.row(max(row, 0)); ok {
		e.Put(s, max(col, 0))
	}
	return e.State() != was
}

// Draw returns the drawn rows from top on, at most count of them and each at
// most cells wide. What a terminal would obey is made visible.
func (e *Editor) Draw(styles *themes.Styles, top, count, cells int) []string {
	var out []string
	plain, odd, marked := text.PenOf(styles.Text), text.PenOf(styles.Escape), text.PenOf(styles.Selection)
	for s, ok := e.row(max(top, 0)); ok && len(out) < count; s, ok = e.Next(s) {
		var run text.Run
		e.Cells(s, func(off, col int, c Cell, src string) bool {
			if col+c.Width > cells {
				return false
			}
			pen, drawn := plain, src
			if c.Drawn || c.Odd {
				pen, drawn = "", c.Text
			}
			switch {
			case off >= e.marked.from && off < e.marked.to:
				pen = marked
			case c.Odd:
				pen = odd
			}
			run.Add(pen, drawn)
			return true
		})
		out = append(out, run.String())
	}
	return out
}
