package source

// layout cuts the text into rows as wide as the pane. It does so by units: a
// piece of the text, or several where a folded string goes across their
// borders. A row ends at the end of its unit at the latest, so that no more
// than a unit is ever wrapped for one row.
type layout struct {
	text  *pieceTable
	folds []fold
	open  int // an offset whose fold is shown whole; -1 for none
	width int // cells of a row, at least 1
	units map[int]*unit
}

// unit is a run of rows, by the offset of its start.
type unit struct {
	from, to int
	segments []segment
	rows     []row
	spans    []span
}

// segment is text that lies in one piece, and the fold behind it, if any.
type segment struct {
	from int
	s    string
	fold *fold
}

// row is one line of the screen: the bytes [from, to). The next row begins at
// next; a line feed may lie between.
type row struct {
	from, to, next int
	lead           int  // cells before the first byte: the rest of a wrapped line is indented
	rest           bool // it goes on with the line of the row before
}

// spot is a row by its unit.
type spot struct {
	*unit
	i int
}

func (s spot) row() row { return s.rows[s.i] }

func newLayout() *layout {
	l := &layout{text: newPieceTable(""), open: -1, width: 1}
	l.forget()
	return l
}

// forget drops the units; after a change of the text, the folds or the width.
func (l *layout) forget() { l.units = map[int]*unit{} }

func (l *layout) setWidth(width int) {
	if width = max(width, 1); width != l.width {
		l.width = width
		l.forget()
	}
}

// setOpen shows the fold that off touches whole, and folds the others.
func (l *layout) setOpen(off int) {
	was, is := l.opened(l.open), l.opened(off)
	l.open = off
	if was != is {
		l.forget()
	}
}

// opened returns which fold an offset touches; -1 for none.
func (l *layout) opened(off int) int {
	if i := foldAt(l.folds, off-1); off >= 0 && i < len(l.folds) && l.folds[i].from <= off {
		return i
	}
	return -1
}

// foldOver returns the closed fold within which off lies, its borders apart.
func (l *layout) foldOver(off int) *fold {
	i := foldAt(l.folds, off)
	if i == len(l.folds) || l.folds[i].from >= off || i == l.opened(l.open) {
		return nil
	}
	return &l.folds[i]
}

// unitAt returns the unit that holds off.
func (l *layout) unitAt(off int) *unit {
	i := l.text.pieceAt(off)
	if i < 0 {
		return &unit{rows: []row{{}}}
	}
	for f := l.foldOver(l.text.sums[i].bytes); f != nil; f = l.foldOver(l.text.sums[i].bytes) {
		i = l.text.pieceAt(f.from)
	}
	from := l.text.sums[i].bytes
	if u := l.units[from]; u != nil {
		return u
	}
	to := l.text.sums[i+1].bytes
	for f := l.foldOver(to); f != nil; f = l.foldOver(to) {
		to = l.text.sums[l.text.pieceAt(f.to-1)+1].bytes
	}
	u := &unit{from: from, to: to}
	l.cut(u)
	l.colour(u, l.text.sums[i].state)
	l.wrap(u)
	l.units[from] = u
	return u
}

// cut fills in the segments.
func (l *layout) cut(u *unit) {
	open := l.opened(l.open)
	for at := u.from; at < u.to; {
		n := foldAt(l.folds, at)
		if n < len(l.folds) && n == open {
			n++
		}
		seg := segment{from: at}
		end := u.to
		if n < len(l.folds) && l.folds[n].from < u.to {
			seg.fold = &l.folds[n]
			end = seg.fold.from
		}
		seg.s = l.text.slice(at, end)
		u.segments = append(u.segments, seg)
		at = end
		if seg.fold != nil {
			at = seg.fold.to
		}
	}
}

func (l *layout) colour(u *unit, before state) {
	lex := lexer{text: l.text, state: before}
	for _, seg := range u.segments {
		lex.segment(seg.s, seg.from)
		if seg.fold != nil {
			lex.spans = append(lex.spans, span{seg.fold.to, folded})
		}
	}
	u.spans = lex.spans
}
