package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// showBranch goes from a turn to the one beside it, and to the end of what was
// said from there on. A stream that runs in the branch that is left goes on.
func (m *Model) showBranch(id, step int) tea.Cmd {
	c := m.desk.Shown()
	turn := c.Conv.Find(id)
	if turn == nil {
		return nil
	}
	all := c.Conv.Siblings(turn)
	to := slices.Index(all, turn) + step
	switch {
	case to < 0:
		return m.Notify("this is the first of %d branches", len(all))
	case to >= len(all):
		return m.Notify("this is the last of %d branches", len(all))
	}
	c.Conv.Select(c.Conv.Leaf(all[to]))
	m.transcript.ShowTurn(all[to].ID)
	m.Arrange()
	return nil
}
