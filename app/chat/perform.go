package chat

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// actionTable returns what the actions do that no other screen has.
func (s *Screen) actionTable() map[views.Action]func() tea.Cmd {
	d := s.desk
	return map[views.Action]func() tea.Cmd{
		views.ActChat:          func() tea.Cmd { return s.SetFocus(ComposerPane) },
		views.ActColumn:        s.toggleColumn,
		views.ActUndo:          func() tea.Cmd { return s.step(d.Undo) },
		views.ActRedo:          func() tea.Cmd { return s.step(d.Redo) },
		views.ActModel:         d.ChooseModel,
		views.ActSideBySide:    d.ToggleVariants,
		views.ActNew:           d.Start,
		views.ActConversations: d.List,
		views.ActEarlier:       d.ListPrevious,
		views.ActExamples:      s.listExamples,
		views.ActContinue:      d.Continue,
		views.ActResend:        func() tea.Cmd { return d.ResendPrompt(s.currentID()) },
		views.ActResendSame:    func() tea.Cmd { return d.ResendWithoutDelay(s.currentID()) },
		views.ActSave:          d.AskSave,
		views.ActOpen:          d.AskOpen,
		views.ActPreview:       d.Preview,
		views.ActSendNow:       d.SendNow,
		views.ActEditor:        s.editPrompt,
		views.ActCopyMenu:      func() tea.Cmd { return s.copyMenu(s.currentID()) },
		views.ActMakeCheck:     func() tea.Cmd { return s.makeCheck(s.currentID()) },
		views.ActAnswer:        d.AnswerFirst,
		views.ActMetadata:      d.ToggleMetadata,
	}
}

func (s *Screen) editPrompt() tea.Cmd {
	return s.InEditor("prompt.md", s.composer.Text(), func(text string) tea.Cmd {
		s.composer.SetText(text)
		return s.SetFocus(ComposerPane)
	})
}

func (s *Screen) currentID() int {
	if t := s.desk.Shown().Conv.Current; t != nil {
		return t.ID
	}
	return 0
}

// Perform implements screen.Screen: it does what no other screen does, and the actions of the
// composer, the transcript and the column.
func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	if do := s.actions[action]; do != nil {
		return do(), true
	}
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
	case views.Transcript, views.Variant, views.Overlay, views.Preview:
	case views.Figures:
		if s.Focus() != ColumnPane {
			return nil, false
		}
		cmd, used := s.DeliverUsed(ColumnPane, perform)
		return cmd, used || command.Hidden
	case views.Composer:
		if cmd, ok := s.scroll(action); ok {
			return cmd, true
		}
		return tea.Batch(s.SetFocus(ComposerPane), s.Deliver(ComposerPane, perform)), true
	default:
		return nil, false
	}
	at := s.answerPane()
	var focus tea.Cmd
	if action != views.ActRaw { // raw or drawn is read, not worked in
		focus = s.SetFocus(at)
	}
	return tea.Batch(focus, s.Deliver(at, perform)), true
}

// Key implements screen.Keyed. Some keys that the composer leaves alone, or has no
// use for while it is empty, scroll the transcript.
func (s *Screen) Key(press tea.KeyPressMsg) (tea.Cmd, bool) {
	if s.Focus() == ColumnPane {
		return s.look.Key(screen.PageOf(s.Pages(), ColumnPane), press, func(tea.KeyPressMsg) []string { return nil })
	}
	if s.Focus() != ComposerPane {
		return nil, false
	}
	action := s.Keys.Asked(press, views.Composer)
	if action == views.ActLineEnd && s.composer.Empty() {
		action = views.ActGoEnd
	}
	return s.scroll(action)
}

// scroll does those of the composer's actions that are the transcript's.
func (s *Screen) scroll(action views.Action) (tea.Cmd, bool) {
	if _, moves := views.Steps(action, 1); !moves || action == views.ActGoUp || action == views.ActGoDown {
		return nil, false
	}
	if s.sideBySide() {
		return s.vary(action), true
	}
	page := max(s.layout.Pages[TranscriptPane].H-1, 1)
	switch action {
	case views.ActGoPageUp:
		s.transcript.Scroll(0, -page)
	case views.ActGoPageDown:
		s.transcript.Scroll(0, page)
	case views.ActGoTop:
		return s.Deliver(TranscriptPane, views.Perform{Action: views.ActGoTop}), true
	default:
		s.transcript.Follow()
	}
	return nil, true
}

// step undoes an edit, or makes it again, and selects the first turn that returned.
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
