package app

import (
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/views"
)

// askOpen asks for a file to open.
func (m *Model) askOpen() tea.Cmd {
	folder := m.desk.folder
	if folder != "" {
		folder += string(filepath.Separator)
	}
	return m.openPath("Open", folder, "a request, a response, its event stream, or a list of items",
		func(path string) views.Intent { return views.OpenSession{Path: path} })
}

// openSession reads a file beside the screen.
func (m *Model) openSession(path string) tea.Cmd {
	m.closeOverlay()
	open := func() tea.Msg {
		s, err := files.Open(path)
		return sessionOpened{s, err}
	}
	return tea.Batch(m.notify("opening %s …", path), open)
}

// sessionOpened brings what stands in a file.
type sessionOpened struct {
	session files.Session
	err     error
}

func (o sessionOpened) apply(m *Model) tea.Cmd {
	switch {
	case errors.Is(o.err, files.ErrRerank):
		return m.notify("not opened: %v; %s, then %s opens it", o.err, m.keys.Name(views.ActRerank), m.keys.Name(views.ActOpen))
	case o.err != nil:
		return m.notify("not opened: %v", o.err)
	}
	c := m.newChat("")
	if err := c.take(o.session, m.desk.chat().conv.Draft.Model()); err != nil {
		return m.notify("not opened: %v", err)
	}
	m.desk.folder = filepath.Dir(o.session.Path)
	m.desk.chats = append(m.desk.chats, c)
	cmd := m.showChat(len(m.desk.chats) - 1)
	return tea.Batch(cmd, m.notify("opened %s; what you send next goes on from there", o.session.Path))
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
