package edit

// editLine is one logical line with its soft wraps. The wraps are computed when
// they are asked for and kept until the text or the width changes.
type editLine struct {
	text  string
	rows  []int // byte offset of each row's start; rows[0] is 0
	width int   // the width that rows were made for; 0: not made
}

func (l *editLine) set(text string) {
	l.text = text
	l.width = 0
}

// splice replaces the bytes [from, to) by text. In a long line only the rows
// around the change are wrapped again: typing costs the same however much was
// pasted before it.
func (l *editLine) splice(from, to int, text string) {
	old, width := l.rows, l.width
	if width == 0 || len(old) < longLine {
		l.set(l.text[:from] + text + l.text[to:])
		return
	}
	// A shorter word may fit into the row before; and what cut the word that
	// begins that row may be the first thing of this one.
	keep := max(l.rowOf(from, width)-2, 0)
	l.text = l.text[:from] + text + l.text[to:]
	grown := len(text) - (to - from)
	rows := make([]int, keep+1, len(old)+2)
	copy(rows, old)
	next, met := keep+1, false
	l.rows = l.extend(rows, width, func(start int) bool {
		if start < from+len(text) {
			return false
		}
		for next < len(old) && old[next]+grown < start {
			next++
		}
		met = next < len(old) && old[next] >= to && old[next]+grown == start
		return met
	})
	if !met {
		return
	}
	// A row that begins where one began before goes on as that one did.
	for _, start := range old[next+1:] {
		l.rows = append(l.rows, start+grown)
	}
}

const longLine = 256 // rows from which on a change is wrapped by itself

// wrap returns the starts of the rows at a width of at least 1 cell. A row
// ends behind the last space that fits; a word longer than a row is cut. A
// cluster wider than the row stands in a row of its own.
func (l *editLine) wrap(width int) []int {
	if l.width != width {
		l.width = width
		l.rows = l.extend(append(l.rows[:0], 0), width, func(int) bool { return false })
	}
	return l.rows
}

// extend wraps from the last of rows on, to the end of the line or to a row
// for whose start done is true. How a row goes on depends on its start alone.
func (l *editLine) extend(rows []int, width int, done func(start int) bool) []int {
	s, start := l.text, rows[len(rows)-1]
	brk, col, sinceBrk := start, 0, 0
	for i := start; i < len(s); {
		c := editCellAt(s[i:], col)
		if col+c.width > width && i > start {
			if brk > start {
				start, col = brk, sinceBrk
			} else {
				start, col, sinceBrk = i, 0, 0
			}
			rows = append(rows, start)
			if done(start) {
				return rows
			}
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
	return rows
}

// row returns the bytes [from, to) of a row.
func (l *editLine) row(i, width int) (from, to int) {
	rows := l.wrap(width)
	from, to = rows[i], len(l.text)
	if i+1 < len(rows) {
		to = rows[i+1]
	}
	return from, to
}

// rowOf returns the row that holds offset off; an offset between two rows
// belongs to the second.
func (l *editLine) rowOf(off, width int) int {
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
func (l *editLine) column(from, to int) int {
	col := 0
	for i := from; i < to; {
		c := editCellAt(l.text[i:], col)
		i += c.size
		col += c.width
	}
	return col
}

// offset returns the offset of the cluster in [from, to) that covers column
// col, or to when the row is shorter. In a row that is not the line's last,
// the offset behind its last cluster belongs to the next row; last is then
// false and the last cluster's own offset is returned.
func (l *editLine) offset(from, to, col int, last bool) int {
	at, before := 0, from
	for i := from; i < to; {
		c := editCellAt(l.text[i:], at)
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
func (l *editLine) next(off int) int {
	if off >= len(l.text) {
		return off
	}
	return off + editCellAt(l.text[off:], 0).size
}

func (l *editLine) prev(off, width int) int {
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
		i += editCellAt(l.text[i:], 0).size
	}
	return last
}
