package desk

import (
	"gatehouse/state/history"
	"gatehouse/views"
)

// CopiedFrom notes which exchange the shown conversation was made of, until something is
// sent from it.
func (d *Desk) CopiedFrom(about history.About) { d.Shown().copied = &about }

// copiedNote says where the next request goes, where that is another gateway than the one
// that its original went to: it may hold what this one must not see.
func (d *Desk) copiedNote() []string {
	c := d.Shown()
	if c.copied == nil || d.LeadsTo(c.Link.Connection, *c.copied) {
		return nil
	}
	return []string{"the original went to " + d.GatewayName(*c.copied) + "; this goes to " + c.Link.InFull() + "; " +
		d.Keys.Name(views.ActConnections) + " changes that"}
}

// Notes are what stays in the notice for as long as it is so of the shown conversation.
func (d *Desk) Notes() []string { return append(d.DelayNote(), d.copiedNote()...) }
