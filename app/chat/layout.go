package chat

import (
	"gatehouse/app/screen"
	"gatehouse/views"
)

// Widths in cells.
const (
	columnFrom  = 118 // of the terminal, from which on there is a column
	columnWidth = 38  // of the column at least
)

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	return arrange(size, s.composer.Rows(), !s.hidden)
}

// arrange lays out the screen for a composer that wants that many rows. The
// composer gets at most a third of the screen; the rules go before the transcript
// gets too low. The column, where it is wanted, is to the right of all of them.
func arrange(size screen.Size, composer int, column bool) screen.Layout {
	composer = min(max(composer, 1), max(size.Height/3, 1))
	rules := min(max((size.Height-composer-5)/2, 0), 3)
	l, body := views.Frame(size.Width, size.Height, composer, size.Notice, rules)
	pages := map[screen.ID]views.Rect{ComposerPane: {}, TranscriptPane: {}}
	if l.TooSmall {
		return screen.Layout{Layout: l, Pages: pages}
	}
	text, figures := widths(size.Width, column)
	rule := size.Width
	if figures > 0 {
		_, l.Bars[0], pages[ColumnPane] = body.Split(text)
		rule = text
	}
	y := body.Y + body.H - composer
	pages[ComposerPane] = views.Rect{Y: y, W: text, H: composer}
	if rules >= 1 {
		y--
		l.Rule = views.Rect{Y: y, W: rule, H: 1}
	}
	y -= l.Notice.H
	l.Notice.Y, l.Notice.W = y, text
	pages[TranscriptPane] = views.Rect{Y: body.Y, W: text, H: max(y-body.Y, 0)}
	return screen.Layout{Layout: l, Pages: pages}
}

// widths are those of the transcript and of the column on a screen of that many
// cells. The transcript gets what text wants, the column the rest; 0 where it does not
// fit, or is not wanted.
func widths(width int, wanted bool) (text, column int) {
	if !wanted || width < columnFrom {
		return min(width, views.MaxColumn), 0
	}
	column = max(width-views.MaxColumn-1, columnWidth)
	return width - column - 1, column
}
