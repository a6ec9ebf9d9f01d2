package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
)

// AskSave asks where the request that would be sent next in the shown conversation is to
// be saved.
func (d *Desk) AskSave() tea.Cmd {
	if wrong := d.builder.TakeIn(); wrong != "" {
		return d.Notify("not saved, %s", wrong)
	}
	d.EditUnanswered()
	return d.Host.AskSave(d.ToSave(d.Shown()))
}

// ToSave is a conversation as it is saved, whichever is shown by then: the request that
// would be sent next.
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
			Saved: func(path, said string) tea.Cmd {
				c.Path, c.saved = path, as
				d.Notice.Say(said, "run it: "+d.runLine(c, path, flags))
				d.Arrange()
				return nil
			},
		}, err
	}
	return s
}
