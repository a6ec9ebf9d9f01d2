package history

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// restorable makes a deletion one that can be taken back.
func (s *Screen) restorable(key int64) {
	s.undo.Push(func() tea.Cmd { return s.change(key, false) })
}

// change deletes an exchange, or restores it, and lists what is there then.
func (s *Screen) change(key int64, remove bool) tea.Cmd {
	return func() tea.Msg {
		a := s.History.Archive(s.Life.Ctx)
		if a == nil {
			return nil
		}
		do := a.Restore
		if remove {
			do = a.Delete
		}
		return changed{s, key, remove, do(s.Life.Ctx, key)}
	}
}

// changed says that an exchange was deleted or restored.
type changed struct {
	screen *Screen
	key    int64
	remove bool
	err    error
}

func (c changed) Land() tea.Cmd {
	s, said := c.screen, "exchange restored"
	switch {
	case c.err != nil && !c.remove:
		s.restorable(c.key)
		return s.Notify("not restored: %v", c.err)
	case c.err != nil:
		return s.Notify("not deleted: %v", c.err)
	case c.remove:
		s.restorable(c.key)
		s.list.Leave(c.key)
		said = "deleted; " + s.Keys.Name(views.ActUndo) + " restores it"
	}
	if !c.remove {
		s.back = c.key
	}
	return tea.Batch(s.load(), s.Notify("%s", said))
}
