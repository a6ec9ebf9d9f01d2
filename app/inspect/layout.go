package inspect

import (
	"gatehouse/app/screen"
	"gatehouse/views"
)

// roomy is the height from which on a row between the tabs and the page is left
// empty.
const roomy = 30

func (s *Screen) Arrange(size screen.Size) screen.Layout { return arrange(size, s.tab) }

// arrange lays out the screen: a line of tabs, and below it the page of one.
func arrange(size screen.Size, tab screen.ID) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 2, size.Notice, views.Rules(size.Height))
	if l.TooSmall {
		return screen.Layout{Layout: l, Pages: map[screen.ID]views.Rect{tab: {}}}
	}
	body.H -= l.Notice.H
	l.Tabs = views.Rect{Y: body.Y, W: size.Width, H: 1}
	above := 1
	if size.Height >= roomy {
		above = 2
	}
	page := views.Rect{Y: body.Y + above, W: size.Width, H: body.H - above}
	return screen.Layout{Layout: l, Pages: map[screen.ID]views.Rect{tab: page}}
}
