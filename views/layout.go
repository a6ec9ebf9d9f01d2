package views

// Sizes of the layout, in cells.
const (
	MinWidth  = 20  // below it the screen says that it is too small
	MinHeight = 5   // the same for the height
	MaxColumn = 106 // 100 columns of text and the transcript's gutters

	columnFrom  = 118 // from this width on the inspector's column stands beside the transcript
	columnWidth = 38  // of the column at least
	overNotice  = 8   // rows of an overlay's frame at least that ends above a notice
	roomy       = 30  // from this height on rows may be left empty
	ruled       = 12  // from this height on there are rules
)

// Rect is a rectangle of cells. The zero value is empty.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell x, y lies in r.
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

// Layout says where everything is. An area that does not fit, or that the
// shown screen does not have, is empty. The rules are one row high and as wide
// as the screen, but that above the composer ends at the column; the bars between
// columns are one cell wide.
type Layout struct {
	Width, Height int
	TooSmall      bool // nothing but a word about it fits

	Top, TopRule, Notice, Rule, FootRule, Footer Rect
	Transcript, Composer                         Rect    // of the chat screen
	Column                                       Rect    // of the inspector, beside them
	Tabs, Inspect                                Rect    // of the inspector's screen
	Query, Ranking, Reading, Measures            Rect    // of the rerank screen
	Bars                                         [2]Rect // between the columns
}

// Beside returns how wide the transcript and the inspector's column stand in a
// chat screen of so many cells. The transcript gets what text wants, the column
// what is left of it; it is 0 for the column where that has no room, or is not
// wanted.
func Beside(width int, wanted bool) (transcript, column int) {
	if !wanted || width < columnFrom {
		return min(width, MaxColumn), 0
	}
	column = max(width-MaxColumn-1, columnWidth)
	return width - column - 1, column
}

// Arrange is the layout of the chat screen of width×height cells for a
// composer and a notice that would like that many rows. The composer gets at
// most a third of the screen; the rules go before the transcript gets too low.
// The inspector's column, where it is wanted, stands beside all of them.
func Arrange(width, height, composer, notice int, wanted bool) Layout {
	composer = min(max(composer, 1), max(height/3, 1))
	rules := min(max((height-composer-5)/2, 0), 3)
	l, body := Frame(width, height, composer, notice, rules)
	if l.TooSmall {
		return l
	}
	text, column := Beside(width, wanted)
	if column > 0 {
		_, l.Bars[0], l.Column = body.Split(text)
		width = text
	}
	y := body.Y + body.H - composer
	l.Composer = Rect{Y: y, W: text, H: composer}
	if rules >= 1 {
		y--
		l.Rule = Rect{Y: y, W: width, H: 1}
	}
	y -= l.Notice.H
	l.Notice.Y, l.Notice.W = y, text
	l.Transcript = Rect{Y: body.Y, W: text, H: max(y-body.Y, 0)}
	return l
}

// ArrangeInspect is the layout of the inspector's screen: a line of tabs, and
// below it the tab that is shown, after an empty row where there is room.
func ArrangeInspect(width, height, notice int) Layout {
	l, body := Frame(width, height, 2, notice, Rules(height))
	if l.TooSmall {
		return l
	}
	body.H -= l.Notice.H
	l.Tabs = Rect{Y: body.Y, W: width, H: 1}
	above := 1
	if height >= roomy {
		above = 2
	}
	l.Inspect = Rect{Y: body.Y + above, W: width, H: body.H - above}
	return l
}

// Rules is how many rules Frame draws on a screen of so many rows. The chat, whose
// composer grows, counts its own.
func Rules(height int) int {
	if height < ruled {
		return 0
	}
	return 3
}

// Frame lays out what all screens have, in a terminal of width×height cells: the
// top line and the footer; the rule below the one, when rules is at least 3, and
// above the other, when it is at least 2; and a notice that would like that many
// rows, at the end of the body. The rest of the body keeps at least so many rows.
// The body that is returned includes the rows of the notice; it is empty where
// the terminal is too small.
func Frame(width, height, least, notice, rules int) (l Layout, body Rect) {
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
	notice = min(max(notice, 0), max(height-2-least-rules-3, 0), max(height/3, 1))
	l.Notice = Rect{Y: bottom - notice, W: min(width, MaxColumn), H: notice}
	return l, Rect{Y: top, W: width, H: bottom - top}
}

// Overlay returns the place of an overlay whose content wants the given size,
// and that of the frame around it: in the middle of the screen, never larger
// than it and where there is room not over the notice, which answers what is done
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
