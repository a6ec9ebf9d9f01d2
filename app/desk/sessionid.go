package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
)

// sessionMember is the request's member that makes routing stay with one
// provider (document, "Responses request body"): at most 256 characters.
const sessionMember = "/session_id"

// newSessionID makes an id that no other conversation has.
func newSessionID() string { return "gatehouse-" + screen.NewID() }

// GiveSession gives the shown conversation a session_id, or says that it has
// one.
func (d *Desk) GiveSession() tea.Cmd {
	conv := d.Shown().Conv
	if id, ok := conv.Draft.Get(sessionMember); ok && !scan.IsNull(id) {
		return d.Notify("session_id is %s", id)
	}
	id := newSessionID()
	cmd := d.change(func(text string) (string, error) {
		return conv.Edit(sessionMember, scan.Quote(id), text, d.bodyOptions())
	})
	return tea.Batch(cmd, d.Notify("session_id is %s, starting with the next request", id))
}
