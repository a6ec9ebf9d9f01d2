package composer

// line is one logical line with its soft wraps. The wraps are computed when
// they are asked for and kept until the text or the width changes.
type line struct {
	text  string
	rows  []int // byte offset of each row's start; rows[0] is 0
	width int   // the width that rows were made for; 0: not made
}

func (l *line) set(text string) {
	l.text = text
	l.width = 0
}

// wrap returns the starts of the rows at a width of at least 1 cell. A row
// ends behind the last space that fits; a word longer than a row is cut. A
// cluster wider than the row stands in a row of its own.
func (l *line) wrap(width int) []int {
	if l.width == width {
		return l.rows
	}
	l.width = width
	l.rows = append(l.rows[:0], 0)
	s, start, brk, col, sinceBrk := l.text, 0, 0, 0, 0
	for i := 0; i < len(s); {
		c := cellAt(s[i:], col)
		if col+c.width > width && i > start {
			if brk > start {
				start, col = brk, sinceBrk
			} else {
				start, col, sinceBrk = i, 0, 0
			}
			l.rows = append(l.rows, start)
			if s[i] == '\t' || col+c.width > width && i > start {
				continue // measure again: the column is another
			}
		}
		i += c.size
		col += c.width
		sinceBrk += c.width
		if s[i-1] == ' ' || s[i-1] == '\t' {
			brk, sinceBrk = i, 0
		}
	}
	return l.rows
}

// row returns the bytes [from, to) of a row.
func (l *line) row(i, width int) (from, to int) {
	rows := l.wrap(width)
	from, to = rows[i], len(l.text)
	if i+1 < len(rows) {
		to = rows[i+1]
	}
	return from, to
}

// rowOf returns the row that holds offset off; an offset between two rows
// belongs to the second.
func (l *line) rowOf(off, width int) int {
	rows := l.wrap(width)
	lo, hi := 0, len(rows)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if rows[mid] <= off {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// column returns how many cells lie between offset from, a row's start, and
// offset to.
func (l *line) column(from, to int) int {
	col := 0
	for i := from; i < to; {
		c := cellAt(l.text[i:], col)
		i += c.size
		col += c.width
	}
	return col
}

// offset returns the offset of the cluster in [from, to) that covers column
// col, or to when the row is shorter. In a row that is not the line's last,
// the offset behind its last cluster belongs to the next row; last is then
// false and the last cluster's own offset is returned.
func (l *line) offset(from, to, col int, last bool) int {
	at, before := 0, from
	for i := from; i < to; {
		c := cellAt(l.text[i:], at)
		if at+c.width > col {
			return i
		}
		at += c.width
		before = i
		i += c.size
	}
	if last {
		return to
	}
	return before
}

// next and prev return the offset one cluster after and before off. Both read
// no more than one row, however long the line is.
func (l *line) next(off int) int {
	if off >= len(l.text) {
		return off
	}
	return off + cellAt(l.text[off:], 0).size
}

func (l *line) prev(off, width int) int {
	if off <= 0 {
		return 0
	}
	row := l.rowOf(off, width)
	from, _ := l.row(row, width)
	if from == off {
		from, _ = l.row(row-1, width)
	}
	last := from
	for i := from; i < off; {
		last = i
		i += cellAt(l.text[i:], 0).size
	}
	return last
}
