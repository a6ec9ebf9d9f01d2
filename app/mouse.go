package app

import (
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
)

// wheelTurned scrolls by what the wheel was turned since the last time. It is
// sent again every frame for as long as the wheel turns.
type wheelTurned struct{ model *Model }

func (w wheelTurned) Apply() tea.Cmd {
	m, p := w.model, &w.model.pointer
	if p.dx == 0 && p.dy == 0 {
		p.waiting = false
		return nil
	}
	dx, dy := p.dx, p.dy
	p.dx, p.dy = 0, 0
	m.scrollAt(p.x, p.y, dx, dy)
	return tea.Tick(screen.Frame, func(time.Time) tea.Msg { return w })
}

// scrollAt scrolls what is at a cell of the screen: the top overlay, else the
// pane there.
func (m *Model) scrollAt(x, y, dx, dy int) {
	if o := m.Overlays.Top(); o != nil {
		if s, ok := o.Pane.(views.Scroller); ok {
			s.Scroll(dx, dy)
		}
		return
	}
	id, ok := m.pageAt(x, y)
	if !ok {
		all := m.drawnPages()
		id = all[min(1, len(all)-1)].ID // the main one: the wheel scrolls it from outside too
	}
	if s, ok := m.Pane(id).(views.Scroller); ok {
		s.Scroll(dx, dy)
	}
}

// mouse hands a mouse message to the pane it happened in, in that pane's
// cells. A press moves the focus there; a press outside an overlay closes it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	_, press := msg.(tea.MouseClickMsg)
	if o := m.Overlays.Top(); o != nil {
		if !o.Frame.Contains(at.X, at.Y) {
			if press {
				m.Overlays.Close()
			}
			return nil
		}
		return m.Deliver(o.ID, translated(msg, o.Rect))
	}
	if press && m.layout.Tabs.Contains(at.X, at.Y) {
		names, pages, shown := m.tabNames()
		if i := bars.TabAt(m.layout.Tabs.W, names, shown, at.X); i >= 0 {
			if action := m.page(pages[i]).Action; action != "" {
				return m.Run(action)
			}
			return m.SetFocus(pages[i])
		}
		return nil
	}
	if press && m.layout.Top.Contains(at.X, at.Y) {
		return m.clickTop(at.X)
	}
	id, ok := m.pageAt(at.X, at.Y)
	if !ok {
		return nil
	}
	rect := m.Rect(id)
	var focus tea.Cmd
	if press {
		focus = m.SetFocus(id)
	}
	return tea.Batch(focus, m.Deliver(id, translated(msg, rect)))
}

// translated returns the message in the cells of a rectangle.
func translated(msg tea.MouseMsg, r views.Rect) tea.Msg {
	at := msg.Mouse()
	at.X, at.Y = at.X-r.X, at.Y-r.Y
	switch msg.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(at)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(at)
	case tea.MouseMotionMsg:
		return tea.MouseMotionMsg(at)
	}
	return tea.MouseWheelMsg(at)
}

// toggleMouse gives the mouse to the terminal, to select text, or uses it again.
func (m *Model) toggleMouse() tea.Cmd {
	m.pointer.off = !m.pointer.off
	if m.pointer.off {
		return m.Notify("the mouse is the terminal's: select text with it")
	}
	return m.Notify("the mouse scrolls and clicks here")
}

// Filter sees every message before Update. It runs in the same goroutine.
// Wheel events arrive in bursts of hundreds, and each message costs a drawn
// screen: the first passes, those of the same frame are summed.
func Filter(model tea.Model, msg tea.Msg) tea.Msg {
	m, ok := model.(*Model)
	if !ok {
		return msg
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return m.turnWheel(msg)
	case uv.UnknownCsiEvent:
		return m.pointer.console(string(msg))
	case tea.KeyPressMsg:
		if msg.Code == tea.KeyEscape {
			msg.Mod &^= tea.ModAlt // several in one read are decoded as one with alt
		}
		return m.pointer.functionKey(msg)
	}
	return msg
}

// pointer is the state of the filter and of the mouse.
type pointer struct {
	off     bool // the mouse is left to the terminal
	x, y    int  // of the last wheel event
	dx, dy  int  // lines that the wheel was turned by and that were not scrolled yet
	waiting bool // a wheelTurned is on its way
	linux   bool // after "ESC [ [": the next letter is a function key
}

// turnWheel sums a wheel event; it answers with a message for the first of a burst.
func (m *Model) turnWheel(msg tea.MouseWheelMsg) tea.Msg {
	p := &m.pointer
	p.x, p.y = msg.X, msg.Y
	switch msg.Button {
	case tea.MouseWheelUp:
		p.dy -= views.WheelLines
	case tea.MouseWheelDown:
		p.dy += views.WheelLines
	case tea.MouseWheelLeft:
		p.dx -= views.WheelLines
	case tea.MouseWheelRight:
		p.dx += views.WheelLines
	}
	if p.waiting {
		return nil
	}
	p.waiting = true
	return wheelTurned{m}
}

// console and functionKey join the Linux console's F1 to F5, which arrive as
// "ESC [ [" and a letter from A to E.
func (p *pointer) console(sequence string) tea.Msg {
	if sequence == "\x1b[[" {
		p.linux = true
		return nil
	}
	return uv.UnknownCsiEvent(sequence)
}

func (p *pointer) functionKey(msg tea.KeyPressMsg) tea.Msg {
	if !p.linux {
		return msg
	}
	p.linux = false
	if len(msg.Text) == 1 && msg.Text[0] >= 'A' && msg.Text[0] <= 'E' {
		return tea.KeyPressMsg{Code: tea.KeyF1 + rune(msg.Text[0]-'A')}
	}
	return msg
}
