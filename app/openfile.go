package app

import (
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// askOpen asks for a file to open.
func (m *Model) askOpen() tea.Cmd {
	folder := m.Folder
	if folder != "" {
		folder += string(filepath.Separator)
	}
	return m.AskExistingPath("Open", folder, "a request, a response, its event stream, a rerank request or set, or what send printed",
		func(path string) views.Intent { return views.OpenSession{Path: path} })
}

// openSession reads a file beside the screen.
func (m *Model) openSession(path string) tea.Cmd {
	m.Overlays.Close()
	return tea.Batch(m.Notify("opening %s …", path), m.OpenFile(path, nil))
}

// readSession is the opener of the files that a conversation goes on from.
func readSession(path string, from *screen.Overlay) (opened tea.Msg, mine bool) {
	s, err := files.Open(path)
	return sessionOpened{path: path, from: from, session: s, err: err}, !errors.Is(err, files.ErrRerank)
}

// sessionOpened brings what stands in a file.
type sessionOpened struct {
	path    string
	from    *screen.Overlay // where the path was written; nil for nowhere
	session files.Session
	err     error
}

func (o sessionOpened) apply(m *Model) tea.Cmd {
	switch {
	case o.err != nil && o.from != nil:
		return m.PathFault(o.from, o.path, o.err)
	case o.err != nil:
		return m.Notify("not opened: %v", o.err)
	case o.from != nil && !m.Overlays.Dismiss(o.from):
		return nil // it was closed: the file is not wanted any more
	}
	c := m.newChat("")
	if err := c.take(o.session, m.desk.chat().conv.Draft.Model()); err != nil {
		return m.Notify("not opened: %v", err)
	}
	m.Folder = filepath.Dir(o.session.Path)
	m.desk.chats = append(m.desk.chats, c)
	cmd := m.showChat(len(m.desk.chats) - 1)
	return tea.Batch(cmd, m.Notify("opened %s; what you send next goes on from there", o.session.Path))
}
