package rerank

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
)

func (s *Screen) Facts() screen.Facts {
	return screen.Facts{Top: bars.Facts{Set: true, Title: s.Name(s)}, Keys: s.footerKeys(), Stops: s.stops()}
}

// stops returns what esc and ctrl+c stop, in a word; "" for nothing.
func (s *Screen) stops() string {
	switch {
	case s.Running() == 0 && s.sweep == nil:
		return ""
	case len(s.set.Models) > 1 || s.sweep != nil:
		return "stop all"
	}
	return "stop"
}

// footerKeys returns the keys that the footer names after those of the focused pane.
func (s *Screen) footerKeys() []key.Binding {
	var all []key.Binding
	for _, a := range []views.Action{
		views.ActNextPane, views.ActHelp, views.ActPalette, views.ActSave, views.ActOpen,
		views.ActCopyMenu, views.ActPreview, views.ActUndo, views.ActNew, views.ActQuit,
	} {
		all = append(all, s.Keys.Binding(a))
	}
	return all
}

// rerankSigns is in Used.Seen once the user closed the line that explains the signs.
const rerankSigns = "rerank signs"

// Notes implements screen.Noter: how many models have answered, or the hints.
func (s *Screen) Notes() []string {
	if line := s.sweeping(); line != "" {
		return []string{line}
	}
	switch line := s.answers(); {
	case line != "":
		return []string{line}
	case s.Busy():
		return nil
	}
	return s.hints()
}

// hints returns the signs of the first comparison, until they are closed, and what to do with the example, until the
// set is edited. They belong to the list, so an enlarged page hides them.
func (s *Screen) hints() (notes []string) {
	if s.enlarged != "" && s.Focus() == s.enlarged {
		return nil
	}
	if signs := s.signs(); len(signs) > 0 {
		notes = append(notes, strings.Join(signs, "   "))
	}
	if s.tried != 0 && s.tried == s.edit {
		name := s.Keys.In(views.Rerank).Name
		notes = append(notes, name(views.ActOpenRow)+" reads a document, "+name(views.ActRankMark0)+" to "+name(views.ActRankMark3)+" rate it, "+
			name(views.ActRankDisagree)+" sorts by disagreement, "+name(views.ActRankDefine)+" shows how well the models agree.")
	}
	return notes
}

// signs returns an explanation of the signs for a user who has not closed it.
func (s *Screen) signs() []string {
	if slices.Contains(s.Used.Seen, rerankSigns) {
		return nil
	}
	return s.ranking.Signs()
}

// closeHint closes the notes.
func (s *Screen) closeHint() tea.Cmd {
	signs := s.signs()
	s.tried = 0
	s.invalidate()
	if len(signs) == 0 {
		return nil
	}
	return s.See(rerankSigns)
}
