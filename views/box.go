package views

import tea "charm.land/bubbletea/v2"

// Box is the size of a pane, in cells, and whether the pane has the focus.
type Box struct {
	Width, Height int
	Focused       bool
}

func (b *Box) SetSize(width, height int) { b.Width, b.Height = max(width, 0), max(height, 0) }

func (b *Box) SetFocus(on bool) tea.Cmd { b.Focused = on; return nil }
