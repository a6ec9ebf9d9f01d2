package connect

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
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

// Land implements screen.Effect.
func (r fileRead) Land() tea.Cmd {
	_, cmd := r.take()
	return cmd
}

// take shows the file; it reports whether a connection in use has changed.
func (r fileRead) take() (inUse bool, cmd tea.Cmd) {
	s := r.screen
	s.fault = ""
	if s.file = r.file; r.err != nil {
		s.file, s.fault = nil, r.err.Error()
	}
	return s.relist()
}

// relist makes the list anew, with the same entry selected or the one that is waited for.
// Conversations follow the connection that they use; it reports whether one does.
func (s *Screen) relist() (inUse bool, cmd tea.Cmd) {
	was, before := s.now().name, s.entries
	s.entries = s.listed()
	inUse, cmd = s.follow(before)
	for _, name := range []string{s.wanted, was} {
		if at := s.placeOf(name); at >= 0 {
			s.selected = at
			break
		}
	}
	s.fill()
	s.list.Select(s.selected)
	if s.wanted != "" && s.edit != "" && s.now().name == s.wanted {
		s.form.Edit(s.edit)
	}
	s.wanted, s.edit = "", ""
	return inUse, cmd
}

// follow has the conversations go on with what has changed of their connections. A file
// that cannot be read changes none.
func (s *Screen) follow(before []entry) (inUse bool, cmd tea.Cmd) {
	if s.file == nil {
		return false, nil
	}
	for _, was := range before {
		at := s.placeOf(was.name)
		if at < 0 || was.err != nil || s.entries[at].err != nil || was.connection.Local || s.entries[at].connection.Local {
			continue
		}
		if now := s.entries[at].connection; !reflect.DeepEqual(was.connection, now) {
			moved, one := s.desk.Reconnect(was.connection, now)
			inUse, cmd = inUse || moved, tea.Batch(cmd, one)
		}
	}
	return inUse, cmd
}
