package build

import (
	"gatehouse/app/screen"
	"gatehouse/views"
)

// Widths of the columns, in cells.
const (
	threeColumns = 100 // from this width of the terminal on all three are drawn
	twoColumns   = 60  // from this width on the list and one other
	listWidth    = 26  // of the list where all three are drawn
	minList      = 20  // of the list where two are drawn
	sourceShare  = 34  // percent of the terminal's width that the JSON gets
)

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	focus := s.Focus()
	if focus == PromptPane {
		focus = FormPane
	}
	l := arrange(size, focus, s.column)
	if s.prompting() {
		l = withPrompt(l)
	}
	return l
}

// arrange lays out the screen. Where all three columns do not fit, the list and
// the one of the other two that had the focus last are drawn; where two do not
// fit, the one with the focus alone.
func arrange(size screen.Size, focus, column screen.ID) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	body.H -= l.Notice.H
	pages := map[screen.ID]views.Rect{OutlinePane: {}, FormPane: {}, SourcePane: {}}
	var rest views.Rect
	switch {
	case l.TooSmall:
	case size.Width >= threeColumns:
		pages[OutlinePane], l.Bars[0], rest = body.Split(listWidth)
		pages[FormPane], l.Bars[1], pages[SourcePane] = rest.Split(rest.W - size.Width*sourceShare/100 - 1)
	case size.Width >= twoColumns:
		pages[OutlinePane], l.Bars[0], pages[column] = body.Split(max(listWidth*size.Width/threeColumns, minList))
	default:
		pages[focus] = body
	}
	return screen.Layout{Layout: l, Pages: pages}
}
