package body

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
)

// SheetPane is what panes share whose whole rectangle is a sheet: they embed it.
type SheetPane struct {
	Sheet   *Sheet
	Width   int // cells
	settle  func()
	focused bool
}

// NewSheetPane makes the pane around an empty sheet. Before the sheet is drawn
// or moved in, settle makes its rows again where they tell of something else by
// now.
func NewSheetPane(styles *themes.Styles, settle func()) SheetPane {
	return SheetPane{Sheet: NewSheet(styles), settle: settle}
}

// SetSize implements views.Pane.
func (p *SheetPane) SetSize(width, height int) {
	p.Width = max(width, 0)
	p.Sheet.SetSize(width, height)
}

// SetFocus implements views.Pane.
func (p *SheetPane) SetFocus(on bool) tea.Cmd {
	p.focused = on
	return nil
}

// View implements views.Pane.
func (p *SheetPane) View() string {
	p.settle()
	return p.Sheet.View(p.focused)
}

// Scroll implements views.Scroller.
func (p *SheetPane) Scroll(dx, dy int) {
	p.settle()
	p.Sheet.Scroll(dx, dy)
}

// Mouse does what a press of the mouse asks of the sheet, and reports whether
// the message was one; the wheel comes as Scroll.
func (p *SheetPane) Mouse(msg tea.Msg) bool {
	click, ok := msg.(tea.MouseClickMsg)
	if ok {
		p.settle()
		p.Sheet.Click(click.Y)
	}
	return ok
}

// Held implements views.Holder.
func (p *SheetPane) Held() (views.Held, bool) {
	p.settle()
	return p.Sheet.Held()
}
