package chat

import (
	"bytes"
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/chat/composer"
)

func (s *Screen) Refresh() tea.Cmd {
	s.look.Refresh()
	s.followExample()
	c := s.desk.Shown()
	other := s.shown.conv != c.Conv
	s.refreshTranscript(c, other)
	tick := s.refreshVariants(c)
	s.refreshComposer(c)
	if other || s.isShown() && s.composer.Rows() != s.composerRows {
		s.Host.Arrange()
	}
	cmd := tea.Batch(tick, s.showTime(c), s.desk.ScheduleSave(), screen.Address(TranscriptPane, s.transcript.Work()))
	if s.isShown() && s.hasColumn() {
		return tea.Batch(cmd, s.look.RefreshPane(ColumnPane, s.column, look.AtPlayback))
	}
	return cmd
}

// refreshTranscript passes changes to the transcript. other reports whether another
// conversation is shown than before.
func (s *Screen) refreshTranscript(c *desk.Chat, other bool) {
	was := &s.shown
	if c.Conv.Current == nil {
		s.transcript.SetWelcome(s.welcome())
	}
	if other {
		was.conv, was.selected = c.Conv, 0
		s.transcript.SetConversation(c.Conv)
	}
	if v := s.desk.OutputsVersion; other || was.outputs != v {
		was.outputs = v
		s.transcript.SetPendingAnswers(s.desk.OutputStatus())
		s.transcript.SetCommands(desk.CommandLines(s.Tools))
	}
	if n := s.desk.Started; was.started != n {
		was.started = n
		s.transcript.Unselect()
		s.transcript.Follow()
		was.selected = 0
	}
	if turn := s.transcript.SelectedTurn(); s.isShown() && turn != was.selected {
		was.selected = turn
		s.look.Select(c.Conv.Find(turn))
	}
	now := s.look.Position()
	if now == was.position {
		return
	}
	if now.Frame < 0 || now.Exchange != was.position.Exchange {
		s.transcript.SetEarlier(nil, nil)
	}
	if was.position = now; now.Snapshot != nil {
		s.transcript.SetEarlier(s.look.Turn(), now.Snapshot)
	}
}

// refreshComposer passes changes to the composer.
func (s *Screen) refreshComposer(c *desk.Chat) {
	was := &s.shown
	s.composer.SetChooses(s.offers(c))
	s.composer.SetHint(s.hint(c))
	s.composer.SetEnter(s.enter(c))
	if parts := c.Conv.Attachments(); !slices.EqualFunc(parts, was.parts, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
		was.parts = parts
		chips := make([]composer.Chip, len(parts))
		for i, part := range parts {
			chips[i].Name, chips[i].Words = c.AttachedName(part)
		}
		s.composer.SetChips(chips)
	}
	if note := s.editNote(c); note != s.composer.Note() {
		s.composer.SetNote(note)
	}
}

// showTime updates the time below a running answer.
func (s *Screen) showTime(c *desk.Chat) tea.Cmd {
	t := c.Conv.Current
	if !s.isShown() || t == nil || t.Exchange == nil {
		s.transcript.SetNow(0)
		return nil
	}
	us, tick := s.look.Now(t.Exchange, t.Capture)
	if !s.look.AtEnd() {
		us = max(s.look.Position().AtUS, 0)
	}
	s.transcript.SetNow(us)
	return tick
}

// hint returns what the empty composer says can be done.
func (s *Screen) hint(c *desk.Chat) string {
	send := s.Keys.Name(views.ActSend)
	if len(c.Conv.Attachments()) > 0 {
		return send + " sends the files alone; or write about them."
	}
	if c.Run() == nil && c.Editing == nil && c.Conv.Pending() {
		if calls := c.Conv.OpenCalls(); len(calls) > 0 {
			return desk.StillWaiting(calls) + "; " + s.Keys.Name(views.ActAnswer) + " answers."
		}
		return send + " sends what waits for an answer; or write more."
	}
	if s.desk.Unanswered() != nil {
		return send + " restores your last message. Or ask something else."
	}
	if s.offers(c) {
		return "Ask anything, or " + arrow(s.Keys.Name(views.ActDown)) + " to choose. " + s.Keys.Name(views.ActHelp) + " shows the keys."
	}
	if c.Variants != nil {
		return s.variantHint(c)
	}
	return "Ask something. " + s.Keys.Name(views.ActHelp) + " shows the keys."
}

// enter returns what the key that sends does, in a word.
func (s *Screen) enter(c *desk.Chat) string {
	switch {
	case c.Run() != nil:
		return ""
	case s.desk.Unanswered() != nil && !c.Conv.Pending():
		return "restore"
	}
	return "send"
}

// editNote returns the note of an edited turn; empty for none.
func (s *Screen) editNote(c *desk.Chat) string {
	if c.Editing == nil {
		return ""
	}
	return "editing a message you sent: " + s.Keys.Name(views.ActSend) + " sends it as a branch, " + s.Keys.Name(views.ActStop) + " leaves it"
}

// arrow returns the name of the key that leads down as it looks on the keyboard.
func arrow(name string) string {
	if name == "down" {
		return "↓"
	}
	return name
}
