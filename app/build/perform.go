package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	switch {
	case action == views.ActBuild:
		return s.Enter(), true
	case action == views.ActUndo && s.isShown() && s.source.GiveUp():
		return nil, true // broken text is no edit: the last document that could be parsed comes back
	}
	c, ok := screen.KeysOn(s.Keys, s.Pages(), s.last).Command(action)
	if !ok {
		return nil, false
	}
	perform := views.Perform{Action: action}
	for _, p := range s.Pages() {
		if p.Scopes[0] == c.Scope {
			there := s.Refreshed(tea.Batch(s.Enter(), s.SetFocus(p.ID))) // the pane must know the document first
			return tea.Batch(there, s.Deliver(p.ID, perform)), true
		}
	}
	if !s.isShown() {
		return nil, false
	}
	switch {
	case action == views.ActCopyMenu:
		return s.desk.ShareDraft(), true
	case action == views.ActRaw: // the document as it is
		return s.SetFocus(SourcePane), true
	case action == views.ActEditor && s.Focus() != FormPane:
		return s.Notify("select a text in the form: %s edits it", s.Keys.Name(views.ActEditor)), true
	case action == views.ActEditor, action == views.ActFind:
		return s.Deliver(s.Focus(), perform), true
	}
	return nil, false
}
