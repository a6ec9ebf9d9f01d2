package app

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
)

// askOpen asks for a file to open.
func (m *Model) askOpen() tea.Cmd {
	folder := m.desk.folder
	if folder != "" {
		folder += string(filepath.Separator)
	}
	return m.openPath("Open", folder, "a request, a response, or a list of items",
		func(path string) views.Intent { return views.OpenSession{Path: path} })
}

// openSession reads a file beside the screen.
func (m *Model) openSession(path string) tea.Cmd {
	m.closeOverlay()
	return func() tea.Msg {
		data, err := files.Read(path, files.MaxDocument)
		if err != nil {
			return sessionOpened{err: err}
		}
		o := sessionOpened{path: path, request: raw.KindOf(data) == raw.Object && !state.IsResponse(data)}
		o.conv, o.err = state.Open(data)
		return o
	}
}

// sessionOpened brings what stands in a file.
type sessionOpened struct {
	path    string
	request bool // the file is what would be saved; else it is what that was made from
	conv    *state.Conversation
	err     error
}

func (o sessionOpened) apply(m *Model) tea.Cmd {
	if o.err != nil {
		return m.notify("not opened: %v", o.err)
	}
	c := m.newChat("")
	c.conv = o.conv
	m.desk.folder = filepath.Dir(o.path)
	m.desk.chats = append(m.desk.chats, c)
	cmd := m.showChat(len(m.desk.chats) - 1)
	if o.request {
		c.path, c.kept = o.path, m.kept("")
	}
	return tea.Batch(cmd, m.notify("opened %s; what you send next goes on from there", o.path))
}
