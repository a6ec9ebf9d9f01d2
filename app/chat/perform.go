package chat

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// Perform implements screen.Screen. It does what no other screen does.
func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	switch action {
	case views.ActChat:
		return s.SetFocus(ComposerPane), true
	case views.ActColumn:
		return s.toggleColumn(), true
	case views.ActUndo:
		return s.step(s.desk.Undo), true
	case views.ActRedo:
		return s.step(s.desk.Redo), true
	case views.ActModel:
		return s.desk.ChooseModel(), true
	case views.ActNew:
		return s.desk.Start(), true
	case views.ActConversations:
		return s.desk.List(), true
	case views.ActEarlier:
		return s.desk.ListPrevious(), true
	case views.ActExamples:
		return s.listExamples(), true
	case views.ActContinue:
		return s.desk.Continue(), true
	case views.ActResend:
		return s.desk.ResendNow(s.currentID()), true
	case views.ActSave:
		return s.desk.AskSave(), true
	case views.ActOpen:
		return s.desk.AskOpen(), true
	case views.ActSession:
		return s.desk.GiveSession(), true
	case views.ActPreview:
		return s.desk.Preview(), true
	case views.ActSendNow:
		return s.desk.SendNow(), true
	case views.ActEditor:
		return s.InEditor("prompt.md", s.composer.Text(), func(text string) tea.Cmd {
			s.composer.SetText(text)
			return s.SetFocus(ComposerPane)
		}), true
	case views.ActCopyMenu:
		return s.copyMenu(s.currentID()), true
	case views.ActMakeCheck:
		return s.makeCheck(s.currentID()), true
	case views.ActAnswer:
		return s.desk.AnswerMenu(), true
	case views.ActMetadata:
		return s.desk.ToggleMetadata(), true
	}
	return s.performOwn(action)
}

// currentID is the id of the shown conversation's current turn; 0 for none.
func (s *Screen) currentID() int {
	if t := s.desk.Shown().Conv.Current; t != nil {
		return t.ID
	}
	return 0
}

// performOwn does an action of the composer, the transcript or the column.
func (s *Screen) performOwn(action views.Action) (tea.Cmd, bool) {
	command, ok := screen.KeysOn(s.Keys, s.Pages(), s.last).Command(action)
	if !ok {
		return nil, false
	}
	perform := views.Perform{Action: action}
	switch command.Scope {
	case views.Global:
		if action != views.ActRaw && action != views.ActFind {
			return nil, false
		}
	case views.Transcript, views.Overlay, views.Preview:
	case views.Figures:
		if s.Focus() != ColumnPane {
			return nil, false
		}
		cmd, used := s.Hand(ColumnPane, perform)
		return cmd, used || command.Hidden
	case views.Composer:
		if cmd, ok := s.scroll(action); ok {
			return cmd, true
		}
		return tea.Batch(s.SetFocus(ComposerPane), s.Deliver(ComposerPane, perform)), true
	default:
		return nil, false
	}
	var focus tea.Cmd
	if action != views.ActRaw { // raw or drawn is read, not worked in
		focus = s.SetFocus(TranscriptPane)
	}
	return tea.Batch(focus, s.Deliver(TranscriptPane, perform)), true
}

// Key implements screen.Keyed. Some keys that the composer leaves alone, or has no
// use for while it is empty, scroll the transcript.
func (s *Screen) Key(press tea.KeyPressMsg) (tea.Cmd, bool) {
	if s.Focus() != ComposerPane {
		return s.look.Key(screen.PageOf(s.Pages(), s.Focus()), press)
	}
	action := s.Keys.Asked(press, views.Composer)
	if action == views.ActLineEnd && s.composer.Empty() {
		action = views.ActGoEnd
	}
	return s.scroll(action)
}

// scroll does those of the composer's actions that are the transcript's.
func (s *Screen) scroll(action views.Action) (tea.Cmd, bool) {
	page := max(s.layout.Pages[TranscriptPane].H-1, 1)
	switch action {
	case views.ActGoPageUp:
		s.transcript.Scroll(0, -page)
	case views.ActGoPageDown:
		s.transcript.Scroll(0, page)
	case views.ActGoTop:
		return s.Deliver(TranscriptPane, views.Perform{Action: views.ActGoTop}), true
	case views.ActGoEnd:
		s.transcript.Follow()
	default:
		return nil, false
	}
	return nil, true
}

// step undoes an edit, or makes it again, and selects the first turn that came back.
func (s *Screen) step(do func() tea.Cmd) tea.Cmd {
	before := map[*talk.Turn]bool{}
	for t := range s.desk.Shown().Conv.Turns() {
		before[t] = true
	}
	cmd := do()
	for _, t := range s.desk.Shown().Conv.Path() {
		if !before[t] {
			s.transcript.ShowTurn(t.ID)
			break
		}
	}
	return cmd
}
