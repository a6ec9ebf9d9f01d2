package app

import (
	"gatehouse/app/screen"
	"gatehouse/views/picker"

	tea "charm.land/bubbletea/v2"
)

// copyMenu lists what of a turn can be copied: all of it comes from the
// exchange, never from the screen.
func (m *Model) copyMenu(id int) tea.Cmd {
	turn := m.desk.Shown().Conv.Find(id)
	if turn == nil {
		return m.Notify("there is nothing to copy yet")
	}
	return m.OpenCopyMenu(m.copyItems(m.exchangeOf(turn)))
}

// copyItems are what of an exchange can be copied.
func (m *Model) copyItems(x screen.Exchange) []picker.Item {
	said := ""
	if t := turnOf(x); t != nil {
		said = screen.Said(t)
	}
	return m.CopyItems(x, m.asItWas(x), said)
}
