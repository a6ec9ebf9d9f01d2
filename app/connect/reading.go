package connect

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/app/screen"
)

// read reads the file in the background.
func (s *Screen) read() tea.Cmd { return func() tea.Msg { return s.load() } }

// load reads the file. It is called from Cmds only.
func (s *Screen) load() fileRead {
	if s.Config == "" {
		return fileRead{s, &config.File{}, nil}
	}
	file, err := config.Load(s.Config, false)
	return fileRead{s, file, err}
}

// fileRead brings the file, or why it cannot be read.
type fileRead struct {
	screen *Screen
	file   *config.File
	err    error
}

func (r fileRead) Land() tea.Cmd {
	moved, cmd := r.take()
	r.screen.tellMoved(moved)
	return cmd
}

// take shows the file, or what of it can be used; it names the connections whose
// conversations go on with other settings.
func (r fileRead) take() (moved []string, cmd tea.Cmd) {
	s := r.screen
	before := s.faults
	s.file, s.faults, s.unread = r.file, nil, false
	var wrong *config.Wrong
	switch {
	case errors.As(r.err, &wrong) && wrong.Rest != nil:
		s.file = wrong.Rest
		for _, f := range wrong.Told() {
			s.faults = append(s.faults, f.Text)
		}
	case r.err != nil:
		s.file, s.faults, s.unread = &config.File{}, []string{r.err.Error()}, true
	}
	s.Unwarn(slices.DeleteFunc(before, func(f string) bool { return slices.Contains(s.faults, f) })...)
	if s.isShown() { // where the list says them
		s.Cover(s.faults...)
	}
	return s.relist()
}

// tellMoved says which connections were changed in the file by somebody else, while
// conversations use them.
func (s *Screen) tellMoved(names []string) {
	for _, name := range names {
		s.Warn(fmt.Sprintf("%s was changed outside: conversations on %s now go to %s", filepath.Base(s.Config), name, s.shownAddress(s.last[name].BaseURL)))
	}
}

// relist makes the list anew, with the same entry selected or the one that is waited for.
// Conversations follow the connection that they use; it names those that they follow.
func (s *Screen) relist() (moved []string, cmd tea.Cmd) {
	was := s.now().name
	s.entries = s.withRemoved(s.listed(s.file))
	moved, cmd = s.follow()
	s.selected = s.near(s.wanted, was)
	s.fill()
	s.list.Select(s.selected)
	if s.wanted != "" && s.edit != "" && s.now().name == s.wanted {
		s.form.Edit(s.edit)
	}
	s.wanted, s.edit = "", ""
	return moved, cmd
}

// near is the place of the first of some entries that is there. Where none is, it was
// removed: its neighbour takes its place, a connection of the file before a preset.
func (s *Screen) near(names ...string) int {
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

// atStart is what each connection was when the program began, which the first conversation
// was connected by.
func (s *Screen) atStart() map[string]screen.Connection {
	was := map[string]screen.Connection{}
	for _, e := range s.listed(s.File) {
		if e.err == nil && !e.connection.Local {
			was[e.name] = e.connection
		}
	}
	return was
}

// follow has the conversations go on with what has changed of their connections. Those of
// one that cannot be used just now, as one with a fault in the file, wait with the settings
// that it had. A file that cannot be read changes none.
func (s *Screen) follow() (moved []string, cmd tea.Cmd) {
	if s.unread {
		return nil, nil
	}
	before := s.last
	if before == nil {
		before = s.atStart()
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
