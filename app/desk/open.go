package desk

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
)

// openFile is the opener of the files that a conversation goes on from.
func (d *Desk) openFile(f files.File) (cmd tea.Cmd, mine bool) {
	if f.Set != nil {
		return nil, false
	}
	c := d.newChat("")
	if err := c.take(f.Session, d.Shown().Conv.Draft.Model()); err != nil {
		return d.Notify("not opened: %v", err), true
	}
	d.Folder = filepath.Dir(f.Session.Path)
	note := ""
	if f.Session.Note != "" {
		note = "; " + f.Session.Note
	}
	return tea.Batch(d.add(c), d.findExchanges(c), d.Notify("opened %s; your next message continues it%s", f.Session.Path, note)), true
}

// take makes a conversation that of a file, however the file was named. What
// is no request gets the model if it has none; it was saved nowhere yet.
func (c *Chat) take(s files.Session, model string) error {
	if err := s.Default(model); err != nil {
		return err
	}
	c.Conv = s.Conversation
	c.know(s.Entries)
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh, c.first = c.Conv.Draft.Bytes(), c.Conv.Current
	if s.Request {
		c.Path, c.saved = s.Path, c.snapshot("")
	}
	return nil
}
