package views

// Column names a column of the builder.
type Column int

// The builder's columns, from left to right.
const (
	OutlineColumn Column = iota
	FormColumn
	SourceColumn
)

// Widths of the builder, in cells.
const (
	threeColumns = 100 // from this width on all three columns stand
	twoColumns   = 60  // from this width on the outline and one other
	outlineWidth = 26  // of the outline where all three stand
	sourceShare  = 34  // percent of the width that the source gets
)

// ArrangeBuild is the layout of the builder of width×height cells for a notice
// that would like that many rows. Where all three columns do not fit, the
// outline stands beside the one that was last used of the other two; where two
// do not fit, the one with the focus stands alone.
func ArrangeBuild(width, height, notice int, focus, beside Column) Layout {
	rules := 0
	if height >= 12 {
		rules = 3
	}
	l, body := frame(width, height, 3, notice, rules)
	if l.TooSmall {
		return l
	}
	body.H -= l.Notice.H
	switch {
	case width >= threeColumns:
		source := width * sourceShare / 100
		l.Outline, l.Bars[0], l.Form = split(body, outlineWidth)
		l.Form, l.Bars[1], l.Source = split(l.Form, l.Form.W-source-1)
	case width >= twoColumns:
		var second Rect
		l.Outline, l.Bars[0], second = split(body, max(outlineWidth*width/threeColumns, 20))
		*l.column(beside) = second
	default:
		*l.column(focus) = body
	}
	return l
}

// split cuts a rectangle at a width: what is left of it, the bar, the rest.
func split(r Rect, width int) (left, bar, right Rect) {
	left, bar, right = r, r, r
	left.W = width
	bar.X, bar.W = r.X+width, 1
	right.X, right.W = r.X+width+1, r.W-width-1
	return left, bar, right
}

// column is the place of a column; that of the form for any that is not one of
// the others.
func (l *Layout) column(c Column) *Rect {
	switch c {
	case OutlineColumn:
		return &l.Outline
	case SourceColumn:
		return &l.Source
	}
	return &l.Form
}
