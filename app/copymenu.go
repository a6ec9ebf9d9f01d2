package app

import (
	tea "charm.land/bubbletea/v2"
)

// copyMenu lists what of a turn can be copied: all of it comes from the
// exchange, never from the screen.
func (m *Model) copyMenu(id int) tea.Cmd {
	turn := m.desk.Shown().Conv.Find(id)
	if turn == nil {
		return m.Notify("there is nothing to copy yet")
	}
	return m.OpenCopyMenu(m.CopyItems(turn, m.asItWas(turn)))
}
