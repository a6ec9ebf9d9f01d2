package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/talk"
)

// Adopt shows a conversation that was made elsewhere, as one of this run.
func (d *Desk) Adopt(conv *talk.Conversation) tea.Cmd {
	c := d.newChat("")
	c.Conv = conv
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh = c.Conv.Draft.Bytes()
	if len(d.chats) == 1 && d.isEmpty(d.Shown()) {
		return d.showRestored([]*Chat{c}, 0)
	}
	return d.add(c)
}

// SendBytes sends a request as it is from the shown conversation, whose next request it
// is.
func (d *Desk) SendBytes(body []byte) tea.Cmd {
	c := d.Shown()
	if c.Run != nil {
		return d.streamRuns("")
	}
	return tea.Batch(d.chat.Watch(), d.start(c, c.Conv.TurnToSend(c.Conv.Current, nil), body))
}
