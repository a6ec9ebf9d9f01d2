package rerank

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// rerankSigns is what a person has seen who closed the line that explains the signs.
const rerankSigns = "rerank signs"

// Notes implements screen.Noter: how many models have answered, or the hints.
func (s *Screen) Notes() []string {
	switch line := s.answers(); {
	case line != "":
		return []string{line}
	case s.Busy():
		return nil
	}
	return s.hints()
}

// hints are the signs of the first comparison, until they are closed, and once the example
// has run what to do with it, until the set is edited.
func (s *Screen) hints() (notes []string) {
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

// signs explains what the comparison shows to whoever sees it for the first time.
func (s *Screen) signs() []string {
	if slices.Contains(s.Used.Seen, rerankSigns) {
		return nil
	}
	return s.ranking.Signs()
}

// closeHint takes the notes away.
func (s *Screen) closeHint() tea.Cmd {
	signs := s.signs()
	s.tried = 0
	s.invalidate()
	if len(signs) == 0 {
		return nil
	}
	return s.See(rerankSigns)
}
