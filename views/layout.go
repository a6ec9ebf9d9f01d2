package views

// Sizes of the layout, in cells.
const (
	MinWidth  = 20  // below it the screen says that it is too small
	MinHeight = 5   // the same for the height
	MaxColumn = 106 // 100 columns of text and the transcript's gutters

	overNotice = 8  // rows of an overlay's frame at least that ends above a notice
	ruled      = 12 // from this height on there are rules
)

// Rect is a rectangle of cells. The zero value is empty.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell x, y is in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}

// Split cuts a rectangle at a width: what is left of it, a bar one cell wide, and
// the rest.
func (r Rect) Split(width int) (left, bar, right Rect) {
	left, bar, right = r, r, r
	left.W = width
	bar.X, bar.W = r.X+width, 1
	right.X, right.W = r.X+width+1, r.W-width-1
	return left, bar, right
}

// Layout is the parts of the screen around the panes. A part
// that does not fit, or that the shown screen does not have, is empty. The rules are
// one row high and as wide as the screen, or end at a bar; the bars between columns
// are one cell wide.
type Layout struct {
	Width, Height int
	TooSmall      bool // nothing but a word about it fits

	Top, TopRule, Tabs, Notice, Rule, FootRule, Footer Rect

	Bars [MaxBars]Rect
}

// MaxBars is how many bars a screen has at most: between six columns.
const MaxBars = 5

// Rules returns how many rules Frame draws on a screen of a height in rows. The chat, whose
// composer grows, counts them itself.
func Rules(height int) int {
	if height < ruled {
		return 0
	}
	return 3
}

// Frame lays out what all screens have, in a terminal of width×height cells: the
// top line and the footer; the rule below the one, when rules is at least 3, and
// above the other, when it is at least 2; and a notice that would like that many
// rows, at the end of the body. The rest of the body has at least minRows rows.
// The body that is returned includes the rows of the notice; it is empty where
// the terminal is too small.
func Frame(width, height, minRows, notice, rules int) (l Layout, body Rect) {
	l = Layout{Width: max(width, 0), Height: max(height, 0)}
	if width < MinWidth || height < MinHeight {
		l.TooSmall = true
		return l, body
	}
	line := func(y int) Rect { return Rect{Y: y, W: width, H: 1} }
	bottom := height - 1
	l.Footer = line(bottom)
	if rules >= 2 {
		bottom--
		l.FootRule = line(bottom)
	}
	l.Top = line(0)
	top := 1
	if rules >= 3 {
		l.TopRule = line(1)
		top = 2
	}
	notice = min(max(notice, 0), max(height-2-minRows-rules-3, 0), max(height/3, 1))
	l.Notice = Rect{Y: bottom - notice, W: min(width, MaxColumn), H: notice}
	return l, Rect{Y: top, W: width, H: bottom - top}
}

// Overlay returns the place of an overlay whose content wants the given size,
// and that of the frame around it: in the middle of the screen, never larger
// than it and if possible not over the notice, which answers what is done
// there. A frame that does not fit is left out.
func (l Layout) Overlay(width, height int) (frame, content Rect) {
	w := min(width+4, l.Width)
	h := min(height+2, l.Height-min(max(l.Height-16, 0), 4))
	frame = Rect{X: (l.Width - w) / 2, Y: (l.Height - h) / 2, W: w, H: h}
	if l.Notice.H > 0 && l.Notice.Y >= frame.Y+overNotice && !l.TooSmall {
		h = min(h, l.Notice.Y-frame.Y)
		frame.H = h
	}
	if w < MinWidth || h < MinHeight {
		frame = Rect{W: l.Width, H: l.Height}
		return frame, frame
	}
	return frame, Rect{X: frame.X + 2, Y: frame.Y + 1, W: w - 4, H: h - 2}
}
