package desk

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// AskPath asks where the shown conversation is to be saved.
func (d *Desk) AskPath() tea.Cmd {
	if wrong := d.builder.TakeIn(); wrong != "" {
		return d.Notify("not saved, %s", wrong)
	}
	d.EditUnanswered()
	c := d.Shown()
	d.saving = c
	note := "the next request as JSON"
	if len(c.Headers.flags(c.Link.ServiceWord())) > 0 {
		note = "the next request as JSON, without headers"
	}
	return d.AskNewPath("Save as", c.suggestedPath(d.Folder), note, func(path string) views.Intent { return views.SaveSession{Path: path} })
}

// suggestedPath is the path that a conversation was last saved at, else one made
// of its first words.
func (c *Chat) suggestedPath(folder string) string {
	if c.Path != "" {
		return c.Path
	}
	return filepath.Join(folder, files.RequestName(c.Title()))
}

// Save writes the request that would be sent next to a file, for the conversation
// for which the path was asked.
func (d *Desk) Save(path string, replace bool) tea.Cmd {
	d.Overlays.Close()
	if strings.TrimSpace(path) == "" {
		return d.Notify("not saved: no path given")
	}
	c := d.Shown()
	if d.saving != nil {
		c, d.saving = d.saving, nil
	}
	text := d.textOf(c)
	doc, err := d.bodyWith(c, text)
	if err != nil {
		return d.Notify("not saved: %v", err)
	}
	s := saved{desk: d, chat: c, path: path, size: len(doc) + 1, as: c.snapshot(text), flags: c.Headers.flags(c.Link.ServiceWord())}
	return func() tea.Msg {
		s.err = files.Write(path, append(doc[:len(doc):len(doc)], '\n'), replace)
		return s
	}
}

// saved says what became of saving.
type saved struct {
	desk  *Desk
	chat  *Chat
	path  string
	size  int
	as    snapshot
	flags []string
	err   error
}

// Land implements screen.Effect.
func (s saved) Land() tea.Cmd {
	d := s.desk
	switch {
	case errors.Is(s.err, files.ErrExists):
		return d.askReplace(s.chat, s.path)
	case s.err != nil:
		return d.Notify("not saved: %v", s.err)
	}
	s.chat.Path, s.chat.saved = s.path, s.as
	d.Folder = filepath.Dir(s.path)
	d.Notice.Say("saved "+s.path+", "+figures.Size(s.size), "run it: "+s.runLine())
	d.Arrange()
	return nil
}

// askReplace asks before a file is overwritten by a conversation, which may be
// shown no more.
func (d *Desk) askReplace(c *Chat, path string) tea.Cmd {
	d.saving = c
	p := picker.New(d.Styles, d.Keys)
	p.SetItems([]picker.Item{
		{Label: "Another path", Words: "keep the existing file", Choose: func() views.Intent { return views.RunAction{Action: views.ActSave} }},
		{Label: "Replace it", Words: path, Choose: func() views.Intent { return views.SaveSession{Path: path, Replace: true} }},
	})
	return d.OpenOverlay("The file exists", p)
}
