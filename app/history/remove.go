package history

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// restorable makes a deletion one that can be undone.
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
		err := do(s.Life.Ctx, key)
		return screen.Landing(func() tea.Cmd { return s.changed(key, remove, err) })
	}
}

// changed lists the history without a deleted exchange, or with a restored one.
func (s *Screen) changed(key int64, removed bool, err error) tea.Cmd {
	switch {
	case err != nil && removed:
		return s.Notify("not deleted: %v", err)
	case err != nil:
		s.restorable(key)
		return s.Notify("not restored: %v", err)
	case removed:
		s.restorable(key)
		s.list.Leave(key)
		return tea.Batch(s.load(), s.Notify("deleted; %s restores it", s.Keys.Name(views.ActUndo)))
	}
	s.back = key
	return tea.Batch(s.load(), s.Notify("exchange restored"))
}
