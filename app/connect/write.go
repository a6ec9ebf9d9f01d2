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
	s.undo = append(s.undo, w.change)
	moved, cmd := w.take()
	if at := slices.Index(moved, w.name); at >= 0 {
		w.said += ", for the next request"
		moved = slices.Delete(moved, at, at+1)
	}
	s.tellMoved(moved)
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.said, s.Keys.Name(views.ActUndo)))
}

// takeBack takes back what was written here last.
func (s *Screen) takeBack() tea.Cmd {
	n := len(s.undo)
	if n == 0 {
		return s.Notify("nothing to undo here")
	}
	last := s.undo[n-1]
	s.undo = s.undo[:n-1]
	return func() tea.Msg {
		err := last.Undo()
		return takenBack{s.load(), last, err}
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
		s.undo = append(s.undo, b.change) // once the file is as it was left, it can be taken back
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
