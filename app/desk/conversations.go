package desk

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// newChat makes a conversation with an empty draft, over the connection of the shown one.
func (d *Desk) newChat(model string) *Chat {
	draft := talk.NewDraft()
	if model != "" {
		if err := draft.SetModel(model); err != nil {
			d.Warn("the model was not set: " + err.Error())
		}
	}
	if d.SessionID {
		if err := draft.SetString(sessionMember, newSessionID()); err != nil {
			d.Warn("no session_id was set: " + err.Error())
		}
	}
	c := &Chat{
		ID: screen.NewID(), Conv: talk.NewConversation(draft), fresh: draft.Bytes(),
		Link: d.Link, Headers: newHeaders(d.Link.Metadata), outputs: newOutputs(),
	}
	c.Conv.SetHeaders(c.Headers.doc)
	return c
}

// Start shows a new conversation with the model of the one before. A running
// stream continues. An empty conversation is not left for another empty one.
func (d *Desk) Start() tea.Cmd {
	from := d.Shown()
	if from.Conv.Current == nil && from.Run == nil {
		return d.Notify("this conversation is new")
	}
	c := d.newChat(from.Conv.Draft.Model())
	c.Headers = from.Headers.clone()
	c.Headers.doc.Delete("/" + headerSession) // it is another session
	c.Conv.SetHeaders(c.Headers.doc)
	return d.add(c)
}

// StartAfresh shows an empty conversation: the shown one if nothing was sent or built in
// it, else a new one. What is being written stays where it is.
func (d *Desk) StartAfresh() tea.Cmd {
	c := d.Shown()
	if c.Conv.Current == nil && c.Conv.Len() == 0 && c.Run == nil && !c.built() && !d.Builder.Unfinished(c) && len(c.Conv.Attachments()) == 0 {
		return nil
	}
	model := c.Conv.Draft.Model()
	if model == "" || d.Link.Local {
		model = d.Link.FirstModel()
	}
	return d.add(d.newChat(model))
}

// add shows one conversation more.
func (d *Desk) add(c *Chat) tea.Cmd {
	d.Chats = append(d.Chats, c)
	return d.Show(len(d.Chats) - 1)
}

// Show goes to a conversation. Unsent text stays with the one before.
func (d *Desk) Show(index int) tea.Cmd {
	if index < 0 || index >= len(d.Chats) {
		return nil
	}
	d.Builder.Leave()
	d.Shown().text = d.Composer.Text()
	d.shown = index
	d.Composer.SetText(d.Shown().text)
	return tea.Batch(d.focusComposer(), d.Use(d.Shown().Link))
}

// List opens the list of this launch's conversations, the newest first.
func (d *Desk) List() tea.Cmd {
	items := make([]picker.Item, 0, len(d.Chats))
	for i := len(d.Chats) - 1; i >= 0; i-- {
		c := d.Chats[i]
		items = append(items, picker.Item{
			Label:  fmt.Sprintf("%d  %s", i+1, screen.Short(cmp.Or(c.Title(), c.Conv.Draft.Contents(), "(empty)"), 48)),
			Words:  c.Conv.Draft.Model(),
			Right:  cmp.Or(c.outputStatus(), c.status()),
			Choose: func() views.Intent { return views.ShowConversation{Index: i} },
		})
	}
	return d.OpenList("Conversations", items)
}

// Adopt shows a conversation that was made elsewhere, as one of this launch.
func (d *Desk) Adopt(conv *talk.Conversation) tea.Cmd {
	c := d.newChat("")
	c.Conv = conv
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh = c.Conv.Draft.Bytes()
	if len(d.Chats) == 1 && d.Document(d.Shown()).IsEmpty() {
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
	return tea.Batch(d.Do(screen.WatchAnswer{}), d.start(c, c.Conv.TurnToSend(c.Conv.Current, nil), body))
}
