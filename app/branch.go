package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/talk"
)

// showBranch goes from a turn to the one beside it, and to the end of what was
// said from there on. A stream that runs in the branch that is left goes on.
func (m *Model) showBranch(id, step int) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	if turn == nil {
		return nil
	}
	all := c.conv.Siblings(turn)
	to := slices.Index(all, turn) + step
	switch {
	case to < 0:
		return m.Notify("this is the first of %d branches", len(all))
	case to >= len(all):
		return m.Notify("this is the last of %d branches", len(all))
	}
	c.conv.Select(c.conv.Leaf(all[to]))
	m.transcript.ShowTurn(all[to].ID)
	m.Arrange()
	return nil
}

// onPath reports whether a turn is on the path that a conversation shows.
func onPath(c *talk.Conversation, turn *talk.Turn) bool {
	return slices.Contains(c.Path(), turn)
}
