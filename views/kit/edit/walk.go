package edit

import (
	"slices"
	"sort"
)

// SpotAt returns the row that holds off; an offset between two rows belongs to
// the second.
func (e *Editor) SpotAt(off int) Spot {
	u := e.unitAt(off)
	i := sort.Search(len(u.rows), func(i int) bool { return u.rows[i].From > off })
	return Spot{u, max(i-1, 0)}
}

// Next returns the row after another; ok is false at the end of the text.
func (e *Editor) Next(s Spot) (Spot, bool) {
	if s.i+1 < len(s.rows) {
		return Spot{s.unit, s.i + 1}, true
	}
	if s.to >= e.text.Len() {
		return s, false
	}
	return Spot{e.unitAt(s.to), 0}, true
}

// prev returns the row before another; ok is false at the start of the text.
func (e *Editor) prev(s Spot) (Spot, bool) {
	if s.i > 0 {
		return Spot{s.unit, s.i - 1}, true
	}
	if s.from == 0 {
		return s, false
	}
	u := e.unitAt(s.from - 1)
	return Spot{u, len(u.rows) - 1}, true
}

// Move goes n rows down, or up if n is negative, until the first or last row, and returns how many
// it went.
func (e *Editor) Move(s Spot, n int) (Spot, int) {
	moved := 0
	for step := e.Next; moved < max(n, -n); moved++ {
		if n < 0 {
			step = e.prev
		}
		to, ok := step(s)
		if !ok {
			break
		}
		s = to
	}
	return s, moved
}

// Cells calls visit for each cell of a row with its offset and its column,
// until visit returns false. A folded string is one cell.
func (e *Editor) Cells(s Spot, visit func(off, col int, c Cell, src string) bool) {
	r, col := s.Row(), s.Row().Lead
	i, _ := slices.BinarySearchFunc(s.segments, r.From, func(seg Segment, from int) int { return seg.From - from })
	if i == len(s.segments) || s.segments[i].From > r.From {
		i = max(i-1, 0)
	}
	for ; i < len(s.segments); i++ {
		seg := &s.segments[i]
		end := seg.From + len(seg.Text)
		for off := max(r.From, seg.From); off < min(r.To, end); {
			src := seg.Text[off-seg.From:]
			c := e.cell(src, col)
			if !visit(off, col, c, src[:c.Size]) {
				return
			}
			off, col = off+c.Size, col+c.Width
		}
		if f := seg.Fold; f != nil && f.From >= r.From && f.From < r.To {
			c := f.cell(e.width)
			if !visit(f.From, col, c, "") {
				return
			}
			col += c.Width
		}
		if end >= r.To {
			return
		}
	}
}

// Column returns the column of off in its row.
func (e *Editor) Column(s Spot, off int) int {
	x := s.Row().Lead
	e.Cells(s, func(at, col int, c Cell, _ string) bool {
		if at >= off {
			return false
		}
		x = col + c.Width
		return true
	})
	return x
}

// Offset returns the place in a row that column x is nearest to from the left. In a wrapped row the
// place after the last cell belongs to the next row, so Offset returns the place before that cell.
func (e *Editor) Offset(s Spot, x int) int {
	r := s.Row()
	at, found := r.From, false
	e.Cells(s, func(off, col int, c Cell, _ string) bool {
		at, found = off, col+c.Width > x
		return !found
	})
	if !found && (r.Next > r.To || r.Next == e.text.Len()) {
		return r.To
	}
	return at
}

// after and before return the place one cell after and before off.
func (e *Editor) after(off int) int {
	s := e.SpotAt(off)
	to := s.Row().Next
	e.Cells(s, func(at, _ int, c Cell, _ string) bool {
		if at >= off && c.Size > 0 {
			to = at + c.Size
			return false
		}
		return true
	})
	return to
}

func (e *Editor) before(off int) int {
	if off <= 0 {
		return 0
	}
	s := e.SpotAt(off - 1)
	if r := s.Row(); off-1 >= r.To {
		return r.To // the line feed
	}
	return e.cellBefore(s, off-1)
}

// Snap returns the nearest place at or before off where a cursor can be.
func (e *Editor) Snap(off int) int {
	off = max(min(off, e.text.Len()), 0)
	s := e.SpotAt(off)
	if r := s.Row(); off >= r.To {
		return r.To
	}
	return e.cellBefore(s, off)
}

// cellBefore returns where the last cell of a row begins that begins at off or before.
func (e *Editor) cellBefore(s Spot, off int) int {
	to := s.Row().From
	e.Cells(s, func(at, _ int, _ Cell, _ string) bool {
		if at > off {
			return false
		}
		to = at
		return true
	})
	return to
}
