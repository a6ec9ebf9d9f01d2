package app

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/views"
	"gatehouse/views/picker"
	"gatehouse/views/text"
)

// changed reports whether the shown conversation is another than the one that
// was saved last; for one that never was, whether there is anything to save.
func (m *Model) changed() bool {
	c := m.desk.chat()
	if m.unfinished() {
		return true
	}
	if c.path == "" {
		return c.conv.Current != nil || !m.composer.Blank() || len(c.conv.Attached()) > 0 || !bytes.Equal(c.conv.Draft.Bytes(), c.fresh)
	}
	text := ""
	if !m.composer.Blank() {
		text = "?"
		if c.kept.text != "" {
			text = m.composer.Text()
		}
	}
	return !c.stand(text).same(c.kept)
}

// name is what the top line calls the shown conversation; empty for a new one.
func (m *Model) name() string {
	c := m.desk.chat()
	changed := m.changed()
	if c.path == "" && !changed {
		return ""
	}
	name := "untitled"
	if c.path != "" {
		name = text.SanitizeLine(filepath.Base(c.path))
	}
	if changed {
		name += "*"
	}
	return name
}

// askPath asks where the shown conversation is to be saved.
func (m *Model) askPath() tea.Cmd {
	if wrong := m.settle(); wrong != "" {
		return m.Notify("nothing is saved, %s", wrong)
	}
	m.takeBack()
	c := m.desk.chat()
	m.desk.saved = c
	if len(c.headers.flags(m.service())) > 0 {
		return m.AskNewPath("Save as", c.suggested(m.Folder), "the request as JSON; headers are no part of it",
			func(path string) views.Intent { return views.SaveSession{Path: path} })
	}
	return m.AskNewPath("Save as", c.suggested(m.Folder), "the request as JSON: what would be sent next",
		func(path string) views.Intent { return views.SaveSession{Path: path} })
}

// saveSession writes the request that would be sent next to a file.
func (m *Model) saveSession(path string, replace bool) tea.Cmd {
	m.Overlays.Close()
	if strings.TrimSpace(path) == "" {
		return m.Notify("not saved: no path was given")
	}
	c := m.desk.chat()
	if m.desk.saved != nil {
		c, m.desk.saved = m.desk.saved, nil
	}
	text := m.textOf(c)
	doc, err := m.bodyWith(c, text)
	if err != nil {
		return m.Notify("not saved: %v", err)
	}
	saved := sessionSaved{chat: c, path: path, size: len(doc) + 1, kept: c.stand(text), flags: c.headers.flags(m.service())}
	return func() tea.Msg {
		saved.err = files.Write(path, append(doc[:len(doc):len(doc)], '\n'), replace)
		return saved
	}
}

// sessionSaved says what became of saving.
type sessionSaved struct {
	chat  *chat
	path  string
	size  int
	kept  kept
	flags []string
	err   error
}

func (s sessionSaved) apply(m *Model) tea.Cmd {
	switch {
	case errors.Is(s.err, files.ErrExists):
		return m.askReplace(s.chat, s.path)
	case s.err != nil:
		return m.Notify("not saved: %v", s.err)
	}
	s.chat.path, s.chat.kept = s.path, s.kept
	m.Folder = filepath.Dir(s.path)
	if len(s.flags) == 0 {
		return m.Notify("saved %s, %s", s.path, views.Size(s.size))
	}
	return m.Notify("saved %s, %s; its headers come back with: gatehouse send %s", s.path, views.Size(s.size), strings.Join(s.flags, " "))
}

// askReplace asks before a file is overwritten by a conversation, which may be
// shown no more.
func (m *Model) askReplace(c *chat, path string) tea.Cmd {
	m.desk.saved = c
	p := picker.New(m.Styles, m.Keys)
	p.SetItems([]picker.Item{
		{Label: "Another path", Words: "leave the file as it is", Choose: func() views.Intent { return views.RunAction{Action: views.ActSave} }},
		{Label: "Replace it", Words: path, Choose: func() views.Intent { return views.SaveSession{Path: path, Replace: true} }},
	})
	return m.OpenOverlay("The file exists", p)
}
