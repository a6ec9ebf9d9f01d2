package edit

import (
	"sort"

	"gatehouse/views/kit/text"
)

// unit is a run of rows: those of a piece of the text, or of several where a fold goes
// across their borders. A row ends at the end of its unit at the latest, so that no more
// than a unit is ever wrapped for one row.
type unit struct {
	from, to int
	segments []Segment
	rows     []Row
	spans    []Span
}

// Segment is text without a fold inside, and the fold after it, if any.
type Segment struct {
	From int
	Text string
	Fold *Fold
}

// Row is one line of the screen: the bytes [From, To). The next row begins at Next, which is after
// the line feed, if any.
type Row struct {
	From, To, Next int
	Lead           int // cells before the first byte: the rest of a wrapped line may be indented
}

// Spot is a row of the text as it is wrapped now.
type Spot struct {
	*unit
	i int
}

// Row returns the row.
func (s Spot) Row() Row { return s.rows[s.i] }

// Spans returns what the lexer found in the row and around it, in the order of the text.
func (s Spot) Spans() []Span { return s.spans }

// Fold is a part of the text [From, To) that is drawn as a few words, unless the cursor
// is in it.
type Fold struct {
	From, To int
	Label    string
}

// cell returns what a fold is drawn as.
func (f *Fold) cell(width int) Cell {
	label := text.Truncate(f.Label, width, "")
	return Cell{Size: f.To - f.From, Width: text.Width(label), Drawn: true, Text: label}
}

// FoldAt returns the fold that holds the byte at off or the first one after
// it; len(folds) when there is none.
func FoldAt(folds []Fold, off int) int {
	return sort.Search(len(folds), func(i int) bool { return folds[i].To > off })
}

// Folds returns what is folded, in the order of the text.
func (e *Editor) Folds() []Fold { return e.folds }

// SetFolds sets what is folded, in the order of the text and apart from one another.
func (e *Editor) SetFolds(folds []Fold) {
	e.folds = folds
	e.forget()
}

// Width returns the cells of a row.
func (e *Editor) Width() int { return e.width }

// SetWidth sets the width of a row, at least 1, without the cell of a cursor after a full row.
func (e *Editor) SetWidth(width int) {
	if width = max(width, 1); width != e.width {
		e.width = width
		e.forget()
	}
}

// forget drops the units; after a change of the text, the folds or the width.
func (e *Editor) forget() { e.units = map[int]*unit{} }

// SetOpen opens the fold that off touches and closes the others; -1 closes all.
func (e *Editor) SetOpen(off int) {
	was, is := e.opened(e.open), e.opened(off)
	e.open = off
	if was != is {
		e.forget()
	}
}

// opened returns which fold an offset touches; -1 for none.
func (e *Editor) opened(off int) int {
	if i := FoldAt(e.folds, off-1); off >= 0 && i < len(e.folds) && e.folds[i].From <= off {
		return i
	}
	return -1
}

// foldOver returns the closed fold that off is inside of, not at its borders.
func (e *Editor) foldOver(off int) *Fold {
	i := FoldAt(e.folds, off)
	if i == len(e.folds) || e.folds[i].From >= off || i == e.opened(e.open) {
		return nil
	}
	return &e.folds[i]
}

// unitAt returns the unit that holds off.
func (e *Editor) unitAt(off int) *unit {
	i := e.text.pieceAt(off)
	if i < 0 {
		return &unit{rows: []Row{{}}}
	}
	for f := e.foldOver(e.text.sums[i].bytes); f != nil; f = e.foldOver(e.text.sums[i].bytes) {
		i = e.text.pieceAt(f.From)
	}
	from := e.text.sums[i].bytes
	if u := e.units[from]; u != nil {
		return u
	}
	to := e.text.sums[i+1].bytes
	for f := e.foldOver(to); f != nil; f = e.foldOver(to) {
		to = e.text.sums[e.text.pieceAt(f.To-1)+1].bytes
	}
	u := &unit{from: from, to: to}
	e.cut(u)
	if e.kind.Lexer != nil {
		u.spans = e.kind.Lexer.Spans(e.text, e.text.sums[i].state, u.segments)
	}
	e.wrap(u)
	e.units[from] = u
	return u
}

func (e *Editor) cut(u *unit) {
	open := e.opened(e.open)
	for at := u.from; at < u.to; {
		n := FoldAt(e.folds, at)
		if n < len(e.folds) && n == open {
			n++
		}
		seg := Segment{From: at}
		end := u.to
		if n < len(e.folds) && e.folds[n].From < u.to {
			seg.Fold = &e.folds[n]
			end = seg.Fold.From
		}
		seg.Text = e.text.Slice(at, end)
		u.segments = append(u.segments, seg)
		at = end
		if seg.Fold != nil {
			at = seg.Fold.To
		}
	}
}
