package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/views"
)

// save writes a binary result to a new file in the working directory.
func (m *Model) save(name string, data []byte) tea.Cmd {
	return func() tea.Msg {
		path, err := files.Save(".", name, data)
		return saved{path: path, size: len(data), err: err}
	}
}

// saved says where a file was saved.
type saved struct {
	path string
	size int
	err  error
}

func (s saved) apply(m *Model) tea.Cmd {
	if s.err != nil {
		return m.notify("not saved: %v", s.err)
	}
	return m.notify("saved %s, %s", s.path, views.Size(s.size))
}
