package edit

import (
	"strings"

	"gatehouse/themes"
)

// Rows returns how many rows the text fills.
func (b *Editor) Rows() int { return b.rowsBefore(len(b.lines)) }

func (b *Editor) rowsBefore(line int) int {
	n := 0
	for _, l := range b.lines[:line] {
		n += len(l.wrap(b.width))
	}
	return n
}

// Cursor returns the row, counted over the whole text, and the column of the
// cursor, in cells.
func (b *Editor) Cursor() (row, col int) {
	l := b.lines[b.row]
	at := l.rowOf(b.off, b.width)
	from, _ := l.row(at, b.width)
	return b.rowsBefore(b.row) + at, l.column(from, b.off)
}

// Place returns the line of the cursor and its offset in it, in bytes.
func (b *Editor) Place() (line, off int) { return b.row, b.off }

// Click puts the cursor at a column of a row, counted over the whole text. A
// row behind the last changes nothing.
func (b *Editor) Click(row, col int) {
	b.goal = -1
	for i, l := range b.lines {
		n := len(l.wrap(b.width))
		if row < n {
			b.place(i, max(row, 0), max(col, 0))
			return
		}
		row -= n
	}
}

// Draw returns the drawn rows from top on, at most count of them and each at
// most cells wide. What a terminal would obey is made visible.
func (b *Editor) Draw(styles *themes.Styles, top, count, cells int) []string {
	var out []string
	skip := max(top, 0)
	for _, l := range b.lines {
		if len(out) >= count {
			break
		}
		n := len(l.wrap(b.width))
		if skip >= n {
			skip -= n
			continue
		}
		for row := skip; row < n && len(out) < count; row++ {
			from, to := l.row(row, b.width)
			out = append(out, l.draw(styles, from, to, cells))
		}
		skip = 0
	}
	return out
}

// draw returns the bytes [from, to) of a line as they are drawn in that many
// cells.
func (l *editLine) draw(styles *themes.Styles, from, to, cells int) string {
	var b strings.Builder
	col, plain, run := 0, from, 0
	flush := func(end int) {
		if run > 0 {
			b.WriteString(styles.Text.Render(l.text[plain:end]))
		}
		run = 0
	}
	for i := from; i < to; {
		c := editCellAt(l.text[i:], col)
		if col+c.width > cells {
			flush(i)
			break
		}
		if c.text != "" {
			flush(i)
			if c.special {
				b.WriteString(styles.Escape.Render(c.text))
			} else {
				b.WriteString(c.text)
			}
			plain = i + c.size
		} else {
			run++
		}
		i += c.size
		col += c.width
		if i >= to {
			flush(to)
		}
	}
	return b.String()
}
