package connect

import (
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/views"
)

// write changes a connection in the file, in the background. undone is called after the change
// was undone, and may be nil.
func (s *Screen) write(name, notice string, change func() (*config.Change, error), undone func() tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		c, err := change()
		return written{s.load(), name, notice, c, undone, err}
	}
}

// written is the result of write.
type written struct {
	fileRead
	name   string // of the connection
	notice string
	change *config.Change
	undone func() tea.Cmd
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
	s.undo.Push(func() tea.Cmd { return s.undoWrite(w) })
	moved, cmd := w.apply()
	if at := slices.Index(moved, w.name); at >= 0 {
		w.notice += ", for the next request"
		moved = slices.Delete(moved, at, at+1)
	}
	s.warnMoved(moved)
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.notice, s.Keys.Name(views.ActUndo)))
}

// undoWrite undoes a change of the file, in the background.
func (s *Screen) undoWrite(w written) tea.Cmd {
	return func() tea.Msg {
		err := w.change.Undo()
		return undone{s.load(), w, err}
	}
}

// undone is the result of undoWrite.
type undone struct {
	fileRead
	was written
	err error
}

func (b undone) Land() tea.Cmd {
	s := b.screen
	if b.err != nil {
		s.undo.Push(func() tea.Cmd { return s.undoWrite(b.was) }) // it can be undone once the file is as it was written
		return s.Notify("not undone: %v", b.err)
	}
	s.wanted = b.was.name
	for name := range s.tests {
		s.tests.stop(name)
	}
	moved, cmd := b.apply()
	notice := filepath.Base(b.was.change.Path) + " is as it was before"
	if len(moved) > 0 {
		notice += ", for the next request"
	}
	cmd = tea.Batch(cmd, s.Notify("%s", notice))
	if b.was.undone != nil {
		cmd = tea.Batch(cmd, b.was.undone())
	}
	return cmd
}
