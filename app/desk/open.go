package desk

import (
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// AskOpen asks for a file to open.
func (d *Desk) AskOpen() tea.Cmd {
	return d.AskExistingPath("Open", d.OpenFrom(), "a request, a response, its event stream, a rerank request or set, or what send printed",
		func(path string) views.Intent { return views.OpenSession{Path: path} })
}

// Open reads a file beside the screen.
func (d *Desk) Open(path string) tea.Cmd {
	d.Overlays.Close()
	return tea.Batch(d.Notify("opening %s …", path), d.OpenFile(path, nil))
}

// readSession is the opener of the files that a conversation goes on from.
func (d *Desk) readSession(path string, from *screen.Overlay) (found tea.Msg, mine bool) {
	s, err := files.Open(path)
	return opened{desk: d, path: path, from: from, session: s, err: err}, !errors.Is(err, files.ErrRerank)
}

// opened brings what a file holds.
type opened struct {
	desk    *Desk
	path    string
	from    *screen.Overlay // where the path was written; nil for nowhere
	session files.Session
	err     error
}

// Land implements screen.Effect.
func (o opened) Land() tea.Cmd {
	d := o.desk
	switch {
	case o.err != nil && o.from != nil:
		return d.PathFault(o.from, o.path, o.err)
	case o.err != nil:
		return d.Notify("not opened: %v", o.err)
	case o.from != nil && !d.Overlays.Dismiss(o.from):
		return nil // it was closed: the file is not wanted any more
	}
	c := d.newChat("")
	if err := c.take(o.session, d.Shown().Conv.Draft.Model()); err != nil {
		return d.Notify("not opened: %v", err)
	}
	d.Folder = filepath.Dir(o.session.Path)
	return tea.Batch(d.add(c), d.Notify("opened %s; what you send next goes on from there", o.session.Path))
}

// take makes a conversation that of a file, however the file was named. What
// is no request gets the model if it has none; it was saved nowhere yet.
func (c *Chat) take(s files.Session, model string) error {
	if err := s.Default(model); err != nil {
		return err
	}
	c.Conv = s.Conversation
	c.Conv.SetBeside(c.Headers.doc)
	c.fresh, c.first = c.Conv.Draft.Bytes(), c.Conv.Current
	if s.Request {
		c.Path, c.saved = s.Path, c.snapshot("")
	}
	return nil
}
