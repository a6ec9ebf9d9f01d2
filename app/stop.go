package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// escapes are what esc does here and now; the first one wins. The footer and the
// key both ask for them. An overlay takes esc before all of them.
func (m *Model) escapes() []screen.Escape {
	if leave := m.desk.LeaveConnecting(); leave.Do != nil {
		return []screen.Escape{leave}
	}
	if stop := m.StopWork(); stop.Do != nil {
		return []screen.Escape{stop}
	}
	id := m.Focus()
	if p, ok := m.pane(id).(views.Stopper); ok && p.Stops() != "" {
		inPane := screen.Escape{Word: p.Stops(), Do: func() tea.Cmd { return m.Deliver(id, views.Perform{Action: views.ActStop}) }}
		return append([]screen.Escape{inPane}, m.screens.now().Escapes()...)
	}
	return m.screens.now().Escapes()
}

// escape does the first of the escapes there are.
func (m *Model) escape(all []screen.Escape) tea.Cmd {
	if len(all) == 0 {
		return nil
	}
	return all[0].Do()
}

// stop is esc as a pane asks for it that has no use for the key itself.
func (m *Model) stop() tea.Cmd {
	if m.Overlays.Top() != nil {
		m.Overlays.Close()
		return nil
	}
	return m.escape(append(screen.Escapes(m.StopWork()), m.screens.now().Escapes()...))
}
