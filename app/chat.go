package app

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/files"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/composer"
	"gatehouse/views/transcript"
)

// chatPanes are the panes of the chat screen, and what they were given last.
type chatPanes struct {
	transcript *transcript.Model
	composer   *composer.Model

	conv    *talk.Conversation
	started uint64            // exchanges
	outputs uint64            // version of their status
	parts   []json.RawMessage // attached
	offered bool              // the prompts of an empty conversation
}

// refreshChat gives the panes of the chat what has changed.
func (m *Model) refreshChat() {
	p, c := &m.chatPanes, m.desk.Shown()
	other := p.conv != c.Conv
	if other {
		p.conv = c.Conv
		p.transcript.SetConversation(c.Conv)
	}
	if v := m.desk.OutputsVersion(); other || p.outputs != v {
		p.outputs = v
		p.transcript.SetReady(m.desk.OutputStatus())
	}
	if n := m.desk.Started(); p.started != n {
		p.started = n
		p.transcript.Follow()
	}
	if empty := c.Conv.Current == nil; other || p.offered != empty {
		p.offered = empty
		p.offer(empty)
	}
	p.composer.SetHint(m.hint(c))
	changed := p.setParts(c)
	if note := m.editNote(c); note != p.composer.Note() {
		p.composer.SetNote(note)
		changed = true
	}
	if changed || other {
		m.Arrange()
	}
}

// offer puts the prompts of an empty conversation behind the composer's text.
func (p *chatPanes) offer(empty bool) {
	if empty {
		p.composer.SetOffers(p.transcript.Prompts())
		return
	}
	p.composer.SetOffers(nil)
}

// setParts makes the composer show what is attached to its text. It reports
// whether that has changed.
func (p *chatPanes) setParts(c *desk.Chat) bool {
	parts := c.Conv.Attachments()
	if slices.EqualFunc(parts, p.parts, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
		return false
	}
	p.parts = parts
	chips := make([]composer.Chip, len(parts))
	for i, part := range parts {
		chips[i].Name, chips[i].Words = c.AttachedName(part)
	}
	p.composer.SetChips(chips)
	return true
}

// hint says in the empty composer what can be done there, and whether sending
// does something.
func (m *Model) hint(c *desk.Chat) (words string, sends bool) {
	send := m.Keys.Name(views.ActSend)
	if len(c.Conv.Attachments()) > 0 {
		return send + " sends the files alone; or write about them.", true
	}
	if c.Run == nil && c.Editing == nil && c.Conv.Pending() {
		if calls := c.Conv.OpenCalls(); len(calls) > 0 {
			return desk.StillWaiting(calls) + "; " + m.Keys.Name(views.ActAnswer) + " answers.", true
		}
		return send + " sends what waits for an answer; or write more.", true
	}
	if m.desk.Unanswered() != nil {
		return send + " takes back what was not answered; or ask something else.", true
	}
	return "Ask something. " + m.Keys.Name(views.ActHelp) + " shows the keys.", false
}

// editNote says in the composer what sending does while a turn is edited.
func (m *Model) editNote(c *desk.Chat) string {
	if c.Editing == nil {
		return ""
	}
	return "editing turn " + strconv.Itoa(c.Editing.ID) + ": " + m.Keys.Name(views.ActSend) + " sends it as a branch, " + m.Keys.Name(views.ActStop) + " leaves it"
}

// completeFile looks which files a path could become.
func completeFile(prefix string) tea.Cmd {
	return func() tea.Msg { return completedFile{prefix: prefix, paths: files.Complete(prefix)} }
}

// completedFile brings the files that a path could become.
type completedFile struct {
	prefix string
	paths  []string
}

func (f completedFile) apply(m *Model) tea.Cmd {
	m.composer.SetCompletions(f.prefix, f.paths)
	m.Arrange()
	return nil
}
