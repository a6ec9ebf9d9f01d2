package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
)

// SheetPane is what panes share whose whole rectangle is a sheet: they embed it.
type SheetPane struct {
	Sheet         *Sheet
	Width, height int // cells
	settle        func()
	focused       bool
	search        *Search[place]
}

// NewSheetPane makes the pane around an empty sheet. Before the sheet is drawn
// or moved in, settle makes its rows again where they tell of something else by
// now.
func NewSheetPane(styles *themes.Styles, keys *views.Keys, settle func()) SheetPane {
	p := SheetPane{Sheet: NewSheet(styles), settle: settle}
	search := NewSearch(styles, keys, p.Sheet)
	p.search, p.Sheet.marked = &search, search.Marked
	return p
}

// SetSize implements views.Pane.
func (p *SheetPane) SetSize(width, height int) {
	p.Width, p.height = max(width, 0), max(height, 0)
	p.Sheet.SetSize(p.Width, p.height-p.search.Rows())
}

// SetFocus implements views.Pane.
func (p *SheetPane) SetFocus(on bool) tea.Cmd {
	p.focused = on
	return nil
}

// View implements views.Pane.
func (p *SheetPane) View() string {
	p.settle()
	if p.search.Rows() == 0 || p.height == 0 || p.Width == 0 {
		return p.Sheet.View(p.focused)
	}
	foot := p.search.Foot(p.Width)
	if p.height == 1 {
		return foot
	}
	return p.Sheet.View(p.focused) + "\n" + foot
}

// Beyond implements views.Reader.
func (p *SheetPane) Beyond() (above, below bool) { return p.Sheet.beyond() }

// Scroll implements views.Scroller.
func (p *SheetPane) Scroll(dx, dy int) {
	p.settle()
	p.Sheet.Scroll(dx, dy)
}

// Took does what a press of the mouse asks of the sheet, and what concerns its
// search; ok is false for any other message. The wheel comes as Scroll.
func (p *SheetPane) Took(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	p.settle()
	if click, ok := msg.(tea.MouseClickMsg); ok {
		p.Sheet.Click(click.Y)
		return nil, true
	}
	rows := p.search.Rows()
	cmd, ok = p.search.Update(msg)
	if rows != p.search.Rows() {
		p.SetSize(p.Width, p.height)
	}
	return cmd, ok
}

// SheetState is what a message can change in a sheet.
type SheetState struct {
	cursor, top place
	toggled     int
	search      SearchState[place]
}

// State returns where the sheet and its search are.
func (p *SheetPane) State() SheetState {
	p.settle()
	return SheetState{p.Sheet.cursor, p.Sheet.top, p.Sheet.toggled, p.search.State()}
}

// Typing implements views.Typist.
func (p *SheetPane) Typing() bool { return p.search.Typing() }

// Cursor implements views.Typist.
func (p *SheetPane) Cursor() *tea.Cursor { return p.search.CursorAt(p.Width, p.height) }

// Stops implements views.Stopper.
func (p *SheetPane) Stops() string { return p.search.Stops() }

// SearchHelp is what works while a search is written; nil while none is.
func (p *SheetPane) SearchHelp() []key.Binding { return p.search.Help() }

// Held implements views.Holder.
func (p *SheetPane) Held() (views.Held, bool) {
	p.settle()
	return p.Sheet.Held()
}
