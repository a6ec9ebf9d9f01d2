package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
)

// wheelTurned scrolls by what the wheel was turned since the last time. It is
// sent again every frame for as long as the wheel turns.
type wheelTurned struct{ model *Model }

func (w wheelTurned) Land() tea.Cmd {
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
	if s, ok := m.pane(id).(views.Scroller); ok {
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
		names, shown := m.tabNames()
		if i := bars.TabAt(m.layout.Tabs.W, names, shown, at.X); i >= 0 {
			return m.SetFocus(screen.Present(m.screens.current().Pages())[i].ID)
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
	rect := m.rect(id)
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
