package app

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// newChat makes a conversation with an empty draft.
func (m *Model) newChat(model string) *chat {
	draft := talk.NewDraft()
	if model != "" {
		if err := draft.SetModel(model); err != nil {
			m.Warn("the model was not set: " + err.Error())
		}
	}
	if m.Options.SessionID {
		if err := draft.SetString(sessionMember, newSessionID()); err != nil {
			m.Warn("no session_id was set: " + err.Error())
		}
	}
	c := &chat{conv: talk.NewConversation(draft), fresh: draft.Bytes(), headers: newHeaders(m.Options.Metadata)}
	c.conv.SetBeside(c.headers.doc)
	return c
}

// startChat shows a new conversation with the model of the one before. A
// running stream goes on. An empty conversation is not left for another empty
// one.
func (m *Model) startChat() tea.Cmd {
	from := m.desk.chat()
	if from.conv.Current == nil && from.run == nil {
		return m.Notify("this conversation is new")
	}
	c := m.newChat(from.conv.Draft.Model())
	c.headers = from.headers.clone()
	c.headers.doc.Delete("/" + headerSession) // it is another session
	c.conv.SetBeside(c.headers.doc)
	m.desk.chats = append(m.desk.chats, c)
	return m.showChat(len(m.desk.chats) - 1)
}

// showChat goes to a conversation; what was being written stays with the one
// that is left.
func (m *Model) showChat(index int) tea.Cmd {
	if index < 0 || index >= len(m.desk.chats) {
		return nil
	}
	m.leaveDocument()
	m.desk.chat().text = m.composer.Text()
	m.desk.shown = index
	c := m.desk.chat()
	m.composer.SetText(c.text)
	m.transcript.SetConversation(c.conv)
	m.showReady()
	m.offer()
	m.showFiles()
	m.showEdit()
	return m.SetFocus(composerPane)
}

// listChats opens the list of this run's conversations, the newest first.
func (m *Model) listChats() tea.Cmd {
	items := make([]picker.Item, 0, len(m.desk.chats))
	for i := len(m.desk.chats) - 1; i >= 0; i-- {
		c := m.desk.chats[i]
		title := c.title()
		if title == "" {
			title = "(nothing said yet)"
		}
		items = append(items, picker.Item{
			Label:  fmt.Sprintf("%d  %s", i+1, screen.Short(title, 48)),
			Words:  c.conv.Draft.Model(),
			Right:  cmp.Or(m.atWork(c), c.status()),
			Choose: func() views.Intent { return views.ShowConversation{Index: i} },
		})
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	return m.OpenOverlay("Conversations", p)
}

// toggleMetadata asks for routing metadata in this conversation, or stops
// asking.
func (m *Model) toggleMetadata() tea.Cmd {
	c := m.desk.chat()
	if c.headers.mode() == client.MetadataOff {
		c.headers.setMetadata(metadataOn)
		return m.Notify("the next requests of this conversation ask for routing metadata")
	}
	c.headers.setMetadata(metadataOff)
	return m.Notify("the next requests of this conversation ask for no routing metadata")
}
