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
	return s.writeAnd(name, said, change, nil)
}

// writeAnd is write of a change whose undoing has something more to do.
func (s *Screen) writeAnd(name, said string, change func() (*config.Change, error), undone func() tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		c, err := change()
		return written{s.load(), name, said, c, undone, err}
	}
}

// written says whether the file was changed.
type written struct {
	fileRead
	name   string // of the connection
	said   string
	change *config.Change
	undone func() tea.Cmd // what undoing does besides; nil: nothing
	err    error
}

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
	s.undo.Push(func() tea.Cmd { return s.takeBack(w) })
	moved, cmd := w.take()
	if at := slices.Index(moved, w.name); at >= 0 {
		w.said += ", for the next request"
		moved = slices.Delete(moved, at, at+1)
	}
	s.tellMoved(moved)
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.said, s.Keys.Name(views.ActUndo)))
}

// takeBack undoes a change of the file in the background.
func (s *Screen) takeBack(w written) tea.Cmd {
	return func() tea.Msg {
		err := w.change.Undo()
		return takenBack{s.load(), w, err}
	}
}

// takenBack says whether a change was undone.
type takenBack struct {
	fileRead
	was written
	err error
}

func (b takenBack) Land() tea.Cmd {
	s := b.screen
	if b.err != nil {
		s.undo.Push(func() tea.Cmd { return s.takeBack(b.was) }) // once the file is as it was left, it can be undone
		return s.Notify("not undone: %v", b.err)
	}
	s.wanted = b.was.name
	for name := range s.tests {
		s.tests.stop(name)
	}
	moved, cmd := b.take()
	said := filepath.Base(b.was.change.Path) + " is as it was before"
	if len(moved) > 0 {
		said += ", for the next request"
	}
	cmd = tea.Batch(cmd, s.Notify("%s", said))
	if b.was.undone != nil {
		cmd = tea.Batch(cmd, b.was.undone())
	}
	return cmd
}
