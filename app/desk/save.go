package desk

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
)

// AskSave asks where to save the next request of the shown conversation.
func (d *Desk) AskSave() tea.Cmd {
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		return d.Notify("not saved, %s", wrong)
	}
	d.EditUnanswered()
	return d.Host.AskSave(d.ToSave(d.Shown()))
}

// ToSave returns the next request of a conversation as it is saved, whichever is shown by then.
func (d *Desk) ToSave(c *Chat) *screen.ToSave {
	s := &screen.ToSave{Title: "Save as", Path: c.Path, Note: "the next request as JSON"}
	if s.Path == "" {
		s.Path = d.InFolder(files.NameOf(c.Title(), "request", ".json"))
	}
	if len(c.Headers.flags(c.Link.ServiceWord())) > 0 {
		s.Note += ", without headers"
	}
	s.Take = func(string) (screen.Contents, error) {
		text := d.textOf(c)
		doc, err := d.bodyWith(c, text)
		as, flags := c.snapshot(text), c.Headers.flags(c.Link.ServiceWord())
		return screen.Contents{
			Write: func() ([]byte, error) { return append(doc[:len(doc):len(doc)], '\n'), nil },
			Saved: func(path, notice string) tea.Cmd {
				c.Path, c.saved = path, as
				d.NotifyLines(notice+"; "+d.Keys.Name(views.ActPreview)+", then "+d.Keys.In(views.Preview).Name(views.ActCopyCurl)+" copies it as curl", "run it: "+d.runLine(c, path, flags))
				return nil
			},
		}, err
	}
	return s
}

// ShowFile shows a file that a conversation continues from; mine is false for any other.
func (d *Desk) ShowFile(f files.File) (cmd tea.Cmd, mine bool) {
	if f.Set != nil || f.Lab != nil {
		return nil, false
	}
	c := d.newChat("")
	if err := d.loadSession(c, f.Session, d.Shown().Conv.Draft.Model()); err != nil {
		return d.Notify("not opened: %v", err), true
	}
	note := ""
	if f.Session.Note != "" {
		note = "; " + f.Session.Note
	}
	return tea.Batch(d.add(c), d.findExchanges(c), d.Notify("opened %s; your next message continues it%s", f.Session.Path, note)), true
}

// loadSession fills a conversation from a file, however the file was named. What
// is no request gets the model if it has none; it was saved nowhere yet.
func (d *Desk) loadSession(c *Chat, s files.Session, model string) error {
	if err := s.Default(model); err != nil {
		return err
	}
	c.Conv = s.Conversation
	abouts := map[*wire.Capture]history.About{}
	for _, e := range s.Entries {
		abouts[e.Capture] = export.AboutOf(e)
	}
	d.Know(c, abouts)
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh, c.first = c.Conv.Draft.Bytes(), c.Conv.Current
	if s.Request {
		c.Path, c.saved = s.Path, c.snapshot("")
	}
	return nil
}

// runLine returns the shell command that sends a saved request as the conversation would: over
// the same connection, with the headers that a file does not hold. The connection is always
// named: the config file may name another one.
func (d *Desk) runLine(c *Chat, path string, flags []string) string {
	words, link := []string{"gatehouse send"}, c.Link
	switch name := link.Name; {
	case link.Local || name != "":
		if link.Local {
			name = profile.Local
		}
		if strings.TrimSpace(d.Getenv(baseURLVariable)) != "" { // wins over the profile's address
			words[0] = "env -u " + baseURLVariable + " " + words[0]
		}
		words = append(words, "--profile", spelling.ShellWord(name))
	case link.Address() != "":
		words = append(words, "--base-url", spelling.ShellWord(link.Address()))
	}
	if word := d.Options.Local.Service; word != "" && word == link.Service {
		words = append(words, "--service", spelling.ShellWord(word))
	}
	if len(d.Flags) > 0 {
		words = append(words, spelling.ShellLine(d.Flags))
	}
	words = append(words, flags...)
	return strings.Join(append(words, argument(path)), " ")
}

const baseURLVariable = "GATEHOUSE_BASE_URL"

// argument quotes the path of a file for the shell and the command. A shell does not expand ~
// in quotes.
func argument(path string) string {
	if full, err := files.Expand(path); err == nil {
		path = full
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return spelling.ShellWord(path)
}
