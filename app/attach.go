package app

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/client/scan"
	"gatehouse/state/dataurl"
	"gatehouse/views"
	"gatehouse/views/composer"
)

// attach reads a file as a part of the message that is being written.
func (m *Model) attach(path string) tea.Cmd {
	c := m.desk.chat()
	return func() tea.Msg {
		file, err := files.Attach(path)
		return attached{chat: c, file: file, err: err}
	}
}

// attached brings a file that was read. It lands in its own conversation.
type attached struct {
	chat *chat
	file files.Attachment
	err  error
}

func (a attached) apply(m *Model) tea.Cmd {
	if a.err != nil {
		return m.Notify("not attached: %v", a.err)
	}
	c := a.chat
	c.files = append(c.files, a.file)
	c.conv.Attach(append(slices.Clone(c.conv.Attached()), a.file.Part))
	m.showFiles()
	return m.Notify("attached %s: %s, %s, sent as %s", a.file.Name, a.file.Kind, views.Size(a.file.Size), a.file.Encoding)
}

// attachPasted attaches the file that a paste names, as terminals write the
// path of one that is dropped on them; any other paste is text.
func (m *Model) attachPasted(text string) tea.Cmd {
	c := m.desk.chat()
	return func() tea.Msg {
		path := pathOf(text)
		full, err := files.Expand(path)
		if err != nil {
			return noFile{c, text}
		}
		if info, err := os.Stat(full); err != nil || !info.Mode().IsRegular() {
			return noFile{c, text}
		}
		file, err := files.Attach(path)
		return attached{chat: c, file: file, err: err}
	}
}

// noFile brings back a paste that names no file. It lands in its own
// conversation.
type noFile struct {
	chat *chat
	text string
}

func (n noFile) apply(m *Model) tea.Cmd {
	if n.chat != m.desk.chat() {
		n.chat.text += n.text
		return nil
	}
	m.composer.Insert(n.text)
	m.Arrange()
	return nil
}

// pathOf reads a path as it is pasted: in quotes, with backslashes before what
// a shell would take, or as a file URL.
func pathOf(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		return u.Path
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// detach takes one of the attached files away.
func (m *Model) detach(index int) tea.Cmd {
	c := m.desk.chat()
	parts := slices.Clone(c.conv.Attached())
	if index < 0 || index >= len(parts) {
		return nil
	}
	c.conv.Attach(slices.Delete(parts, index, index+1))
	m.showFiles()
	return nil
}

// completeFile looks which files a path could become.
func completeFile(prefix string) tea.Cmd {
	return func() tea.Msg { return completedFile{prefix: prefix, paths: files.Complete(prefix)} }
}

// completedFile brings the files that a path could become.
type completedFile struct {
	prefix string
	paths  []string
}

func (f completedFile) apply(m *Model) tea.Cmd {
	m.composer.SetCompletions(f.prefix, f.paths)
	m.Arrange()
	return nil
}

// showFiles makes the composer show what is attached to its text.
func (m *Model) showFiles() {
	c := m.desk.chat()
	parts := c.conv.Attached()
	if len(parts) == 0 && m.composer.Chips() == 0 {
		return
	}
	chips := make([]composer.Chip, len(parts))
	for i, part := range parts {
		chips[i] = c.chip(part)
	}
	m.composer.SetChips(chips)
	m.hint()
	m.Arrange()
}

// chip names an attached part: as the file that it was read from, else by what
// the part says.
func (c *chat) chip(part json.RawMessage) composer.Chip {
	for _, f := range c.files {
		if bytes.Equal(f.Part, part) { // also of a message that is edited: its parts are slices of that
			return composer.Chip{Name: f.Name, Words: f.Kind + ", " + views.Size(f.Size)}
		}
	}
	chip := composer.Chip{Name: strings.TrimPrefix(scan.Text(scan.Get(part, "type")), "input_")}
	if name := scan.Text(scan.Get(part, "filename")); name != "" {
		chip.Name = name
	}
	size, ok := dataurl.Attached(part)
	if !ok { // an address or an id
		size = len(part)
	}
	chip.Words = views.Size(size)
	return chip
}
