package connect

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/connection"
	"gatehouse/app/screen"
	"gatehouse/views"
)

func (s *Screen) read() tea.Cmd { return func() tea.Msg { return s.load() } }

// load reads the file. It is called from Cmds only.
func (s *Screen) load() fileRead {
	if s.Config == "" {
		return fileRead{s, &config.File{}, nil}
	}
	file, err := config.Load(s.Config, false)
	return fileRead{s, file, err}
}

// fileRead is the result of reading the file.
type fileRead struct {
	screen *Screen
	file   *config.File
	err    error
}

func (r fileRead) Apply() tea.Cmd {
	moved, cmd := r.showFile()
	r.screen.warnChanged(moved)
	return cmd
}

// showFile shows the usable part of the file. It returns the connections whose conversations
// continue with other settings.
func (r fileRead) showFile() (moved []string, cmd tea.Cmd) {
	s := r.screen
	before := s.faults
	s.file, s.faults, s.unread = r.file, nil, false
	var wrong *config.Wrong
	switch {
	case errors.As(r.err, &wrong):
		s.file = wrong.Rest
		for _, f := range wrong.Listed() {
			s.faults = append(s.faults, f.Text)
		}
	case r.err != nil:
		s.file, s.faults = nil, []string{r.err.Error()}
	}
	if s.file == nil {
		s.file, s.unread = &config.File{}, true
	}
	s.RemoveWarnings(slices.DeleteFunc(before, func(f string) bool { return slices.Contains(s.faults, f) })...)
	if s.isShown() { // the list shows them
		s.HideWarnings(s.faults...)
	}
	return s.rebuildList()
}

// warnChanged warns of connections that another program changed in the file while conversations
// use them.
func (s *Screen) warnChanged(names []string) {
	for _, name := range names {
		s.Warn(fmt.Sprintf("%s was changed outside: conversations on %s now go to %s", filepath.Base(s.Config), name, s.shownAddress(s.last[name].BaseURL)))
	}
}

// rebuildList rebuilds the list, and selects the awaited entry or the same as before. Conversations
// follow the connection that they use; it returns the names of those that moved.
func (s *Screen) rebuildList() (moved []string, cmd tea.Cmd) {
	was := s.current().name
	s.entries = s.withRemoved(s.listed(s.file))
	moved, cmd = s.updateConversations()
	s.selected = s.nearest(s.pendingSelection, was)
	s.refreshPanes()
	s.list.Select(s.selected)
	if s.pendingSelection != "" && s.pendingEdit != "" && s.current().name == s.pendingSelection {
		s.form.Edit(s.pendingEdit)
	}
	s.pendingSelection, s.pendingEdit = "", ""
	return moved, cmd
}

// nearest returns the place of the first of the named entries that exists. If none does, it was
// removed: it returns its neighbour, preferably a connection of the file.
func (s *Screen) nearest(names ...string) int {
	for _, name := range names {
		if at := s.placeOf(name); at >= 0 {
			return at
		}
	}
	at := min(s.selected, max(len(s.entries)-1, 0))
	if at > 0 && !s.entries[at].written {
		at--
	}
	return at
}

// connectionsAtStart returns the connections as they were when the program started, which the first
// conversation uses.
func (s *Screen) connectionsAtStart() map[string]screen.Connection {
	was := map[string]screen.Connection{}
	for _, e := range s.listed(s.File) {
		if e.err == nil && !e.connection.Local {
			was[e.name] = e.connection
		}
	}
	return was
}

// updateConversations applies changes of connections to their conversations. Those of a connection that
// cannot be used now, such as one with a fault in the file, retain its last settings. A file
// that cannot be read changes none.
func (s *Screen) updateConversations() (moved []string, cmd tea.Cmd) {
	if s.unread {
		return nil, nil
	}
	before := s.last
	if before == nil {
		before = s.connectionsAtStart()
	}
	s.last = map[string]screen.Connection{}
	for _, e := range s.entries {
		was, known := before[e.name]
		switch now := e.connection; {
		case now.Local:
		case e.err != nil && known:
			s.last[e.name] = was
		case e.err == nil:
			if s.last[e.name] = now; !known || reflect.DeepEqual(was, now) {
				continue
			}
			s.tests.stop(e.name)
			follows, one := s.desk.Reconnect(was, now)
			if cmd = tea.Batch(cmd, one); follows {
				moved = append(moved, e.name)
			}
		}
	}
	return moved, cmd
}

// findOffers finds in the background the connections to offer.
func (s *Screen) findOffers() tea.Cmd {
	ctx := s.Life.Ctx
	return func() tea.Msg {
		offers := connection.Offers(ctx, s.Getenv)
		return screen.EffectFunc(func() tea.Cmd {
			clear(s.running)
			for _, o := range offers {
				if o.KeyEnv == "" {
					s.running[o.Service.ID] = o.Models
				}
			}
			s.refreshPanes()
			return nil
		})
	}
}

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

func (w written) Apply() tea.Cmd {
	s := w.screen
	if w.err != nil {
		s.pendingSelection, s.pendingEdit = "", ""
		cmd := w.fileRead.Apply()
		s.form.SetFault("not saved: " + w.err.Error())
		if s.Focus() == FormPane {
			return cmd
		}
		return tea.Batch(cmd, s.Notify("not saved: %v", w.err))
	}
	s.form.Leave()
	s.undo.Push(func() tea.Cmd { return s.undoWrite(w) })
	moved, cmd := w.showFile()
	if at := slices.Index(moved, w.name); at >= 0 {
		w.notice += ", for the next request"
		moved = slices.Delete(moved, at, at+1)
	}
	s.warnChanged(moved)
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.notice, s.Keys.Name(views.ActUndo)))
}

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

func (b undone) Apply() tea.Cmd {
	s := b.screen
	if b.err != nil {
		s.undo.Push(func() tea.Cmd { return s.undoWrite(b.was) }) // it can be undone once the file is as it was written
		return s.Notify("not undone: %v", b.err)
	}
	s.pendingSelection = b.was.name
	for name := range s.tests {
		s.tests.stop(name)
	}
	moved, cmd := b.showFile()
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
