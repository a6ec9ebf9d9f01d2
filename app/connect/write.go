package connect

import (
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/views"
)

// write changes in the background what the file says of a connection.
func (s *Screen) write(name, said string, change func() (*config.Change, error)) tea.Cmd {
	return func() tea.Msg {
		c, err := change()
		return written{s.load(), name, said, c, err}
	}
}

// written says whether the file was changed.
type written struct {
	fileRead
	name   string // of the connection
	said   string
	change *config.Change
	err    error
}

// Land implements screen.Effect.
func (w written) Land() tea.Cmd {
	s := w.screen
	if w.err != nil {
		s.wanted, s.edit = "", ""
		cmd := w.fileRead.Land()
		s.form.SetFault("not saved: " + w.err.Error())
		if s.Focus() == FormPane {
			return cmd
		}
		return tea.Batch(cmd, s.Notify("not saved: %v", w.err))
	}
	s.form.Leave()
	s.undo.Push(func() tea.Cmd { return s.takeBack(w.change) })
	moved, cmd := w.take()
	if at := slices.Index(moved, w.name); at >= 0 {
		w.said += ", for the next request"
		moved = slices.Delete(moved, at, at+1)
	}
	s.tellMoved(moved)
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.said, s.Keys.Name(views.ActUndo)))
}

// takeBack undoes a change of the file in the background.
func (s *Screen) takeBack(c *config.Change) tea.Cmd {
	return func() tea.Msg {
		err := c.Undo()
		return takenBack{s.load(), c, err}
	}
}

// takenBack says whether a change was taken back.
type takenBack struct {
	fileRead
	change *config.Change
	err    error
}

// Land implements screen.Effect.
func (b takenBack) Land() tea.Cmd {
	s := b.screen
	if b.err != nil {
		s.undo.Push(func() tea.Cmd { return s.takeBack(b.change) }) // once the file is as it was left, it can be undone
		return s.Notify("not undone: %v", b.err)
	}
	for name := range s.tests {
		s.tests.stop(name)
	}
	moved, cmd := b.take()
	said := filepath.Base(b.change.Path) + " is as it was before"
	if len(moved) > 0 {
		said += ", for the next request"
	}
	return tea.Batch(cmd, s.Notify("%s", said))
}
