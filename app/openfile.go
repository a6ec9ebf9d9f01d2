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
	return tea.Batch(m.Notify("opening %s …", path), readFile(path, nil))
}

// readFile reads a file for the screen that it belongs to, whichever is shown.
// from is where its path was written, nil for an overlay that has gone.
func readFile(path string, from *screen.Overlay) tea.Cmd {
	return func() tea.Msg {
		s, err := files.Open(path)
		if errors.Is(err, files.ErrRerank) {
			return readSet(path, from)
		}
		return sessionOpened{path: path, from: from, session: s, err: err}
	}
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

// take makes a conversation that of a file, however the file was named. What
// is no request gets the model if it has none; it was saved nowhere yet.
func (c *chat) take(s files.Session, model string) error {
	if err := s.Default(model); err != nil {
		return err
	}
	c.conv = s.Conversation
	c.conv.SetBeside(c.headers.doc)
	c.fresh, c.began = c.conv.Draft.Bytes(), c.conv.Current
	if s.Request {
		c.path, c.kept = s.Path, c.stand("")
	}
	return nil
}
