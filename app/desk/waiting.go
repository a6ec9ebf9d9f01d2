package desk

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// waiting is a request that waits in the proxy until it is edited in a conversation.
type waiting struct {
	id      string                    // of its exchange
	from    *Chat                     // the conversation that was shown before
	note    func() string             // for the user; empty: it no longer waits
	release func(body []byte) tea.Cmd // sends it as edited
}

// EditFor shows a conversation in which the request of an exchange is edited: its next request is given to release
// instead of being sent. note is shown.
func (d *Desk) EditFor(id string, conv *talk.Conversation, note func() string, release func(body []byte) tea.Cmd) tea.Cmd {
	from, draft := d.Shown(), !d.Composer.Blank()
	c := d.chatOf(conv)
	c.waiting = &waiting{id, from, note, release}
	cmd := d.add(c)
	if draft {
		d.Notify("your draft is in the list of conversations: %s", d.Keys.Name(views.ActConversations))
	}
	return cmd
}

// Released closes the conversations in which the request of an exchange was edited, and shows the one before.
func (d *Desk) Released(id string) (cmd tea.Cmd) {
	for _, c := range slices.Backward(d.Chats) {
		if c.waiting == nil || c.waiting.id != id {
			continue
		}
		if c == d.Shown() {
			d.swap(max(slices.Index(d.Chats, c.waiting.from), 0))
			cmd = d.Use(d.Shown().Link)
		}
		shown := d.Shown()
		d.Chats = slices.DeleteFunc(slices.Clone(d.Chats), func(o *Chat) bool { return o == c })
		d.shown = slices.Index(d.Chats, shown)
	}
	return cmd
}

// waitingNote returns the note of the request that is edited.
func (d *Desk) waitingNote() []string {
	if w := d.Shown().waiting; w != nil {
		if note := w.note(); note != "" {
			return []string{note}
		}
	}
	return nil
}
