package source

import (
	"slices"
	"sort"
)

// spotAt returns the row that holds off; an offset between two rows belongs to
// the second.
func (l *layout) spotAt(off int) spot {
	u := l.unitAt(off)
	i := sort.Search(len(u.rows), func(i int) bool { return u.rows[i].from > off })
	return spot{u, max(i-1, 0)}
}

// next and prev return the row after and before another; ok is false at the
// end and at the start of the text.
func (l *layout) next(s spot) (spot, bool) {
	if s.i+1 < len(s.rows) {
		return spot{s.unit, s.i + 1}, true
	}
	if s.to >= l.text.len() {
		return s, false
	}
	return spot{l.unitAt(s.to), 0}, true
}

func (l *layout) prev(s spot) (spot, bool) {
	if s.i > 0 {
		return spot{s.unit, s.i - 1}, true
	}
	if s.from == 0 {
		return s, false
	}
	u := l.unitAt(s.from - 1)
	return spot{u, len(u.rows) - 1}, true
}

// move goes n rows down, or up for n below 0, as far as there are any; it
// returns how many it went.
func (l *layout) move(s spot, n int) (spot, int) {
	moved := 0
	for step := l.next; moved < max(n, -n); moved++ {
		if n < 0 {
			step = l.prev
		}
		to, ok := step(s)
		if !ok {
			break
		}
		s = to
	}
	return s, moved
}

// cells calls visit for each cell of a row with its offset and its column,
// until visit returns false. A folded string is one cell.
func (l *layout) cells(s spot, visit func(off, col int, c cell, src string) bool) {
	r, col := s.row(), s.row().lead
	i, _ := slices.BinarySearchFunc(s.segments, r.from, func(seg segment, from int) int { return seg.from - from })
	if i == len(s.segments) || s.segments[i].from > r.from {
		i = max(i-1, 0)
	}
	for ; i < len(s.segments); i++ {
		seg := &s.segments[i]
		end := seg.from + len(seg.s)
		for off := max(r.from, seg.from); off < min(r.to, end); {
			src := seg.s[off-seg.from:]
			c := cellAt(src)
			if !visit(off, col, c, src[:c.size]) {
				return
			}
			off, col = off+c.size, col+c.width
		}
		if f := seg.fold; f != nil && f.from >= r.from && f.from < r.to {
			c := f.cell(l.width)
			if !visit(f.from, col, c, "") {
				return
			}
			col += c.width
		}
		if end >= r.to {
			return
		}
	}
}

// column returns the column of off in its row.
func (l *layout) column(s spot, off int) int {
	x := s.row().lead
	l.cells(s, func(at, col int, c cell, _ string) bool {
		if at >= off {
			return false
		}
		x = col + c.width
		return true
	})
	return x
}

// offset returns the place in a row that column x is nearest to from the left.
// The place behind the last cell of a row that is wrapped belongs to the next
// row, so the last cell's own is returned.
func (l *layout) offset(s spot, x int) int {
	r := s.row()
	at, found := r.from, false
	l.cells(s, func(off, col int, c cell, _ string) bool {
		at, found = off, col+c.width > x
		return !found
	})
	if !found && (r.next > r.to || r.next == l.text.len()) {
		return r.to
	}
	return at
}

// after and before return the place one cell after and before off.
func (l *layout) after(off int) int {
	s := l.spotAt(off)
	to := s.row().next
	l.cells(s, func(at, _ int, c cell, _ string) bool {
		if at >= off && c.size > 0 {
			to = at + c.size
			return false
		}
		return true
	})
	return to
}

func (l *layout) before(off int) int {
	if off <= 0 {
		return 0
	}
	s := l.spotAt(off - 1)
	to := s.row().from
	if r := s.row(); off-1 >= r.to {
		return r.to // the line feed
	}
	l.cells(s, func(at, _ int, _ cell, _ string) bool {
		if at >= off {
			return false
		}
		to = at
		return true
	})
	return to
}

// snap returns the nearest place at or before off where a cursor can stand.
func (l *layout) snap(off int) int {
	off = max(min(off, l.text.len()), 0)
	s := l.spotAt(off)
	if r := s.row(); off >= r.to {
		return r.to
	}
	to := s.row().from
	l.cells(s, func(at, _ int, _ cell, _ string) bool {
		if at > off {
			return false
		}
		to = at
		return true
	})
	return to
}
