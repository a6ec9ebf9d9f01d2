package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/talk"
)

// Adopt shows a conversation that was made elsewhere, as one of this run.
func (d *Desk) Adopt(conv *talk.Conversation) tea.Cmd {
	c := d.newChat("")
	c.Conv = conv
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh = c.Conv.Draft.Bytes()
	if len(d.chats) == 1 && d.Document(d.Shown()).IsEmpty() {
		return d.showRestored([]*Chat{c}, 0)
	}
	return d.add(c)
}

// AdoptOver is Adopt with another connection than that of the shown conversation.
func (d *Desk) AdoptOver(link *screen.Link, conv *talk.Conversation) tea.Cmd {
	if link == d.Link {
		return d.Adopt(conv)
	}
	if host := link.Exposed(); host != "" {
		d.Warn("the key goes unencrypted to " + host + " (plain http); use https")
	}
	return tea.Batch(d.Use(link), d.Adopt(conv))
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
