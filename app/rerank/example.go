package rerank

import (
	"bytes"
	_ "embed"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

//go:embed example-set.json
var exampleSet []byte

// example is the small set that shows what the screen does.
func example() dataset.Set {
	set, err := dataset.Open(exampleSet)
	if err != nil {
		panic("rerank: " + err.Error()) // it is part of the program
	}
	return set
}

// isExample reports whether a set is the example, perhaps with other models.
func isExample(s dataset.Set) bool {
	e := example()
	e.Models = s.Models
	if len(e.Documents) != len(s.Documents) {
		return false
	}
	a, err := e.JSON()
	b, worse := s.JSON()
	return err == nil && worse == nil && bytes.Equal(a, b)
}

// loadExample opens the example, with the models of the local gateway or at most three of another service.
func (s *Screen) loadExample() tea.Cmd {
	set := example()
	if !s.Link.Local {
		set.Models = nil
		for _, slug := range s.rerankers() {
			if len(set.Models) < 3 {
				set = set.WithModel(len(set.Models), dataset.NewModel(slug))
			}
		}
	}
	s.Replace(set)
	return s.Notify("example loaded; %s runs it", s.Keys.Name(views.ActSendNow))
}

// tryExample opens the example and runs it if that costs nothing.
func (s *Screen) tryExample() tea.Cmd {
	s.Overlays.Close()
	cmd := tea.Batch(s.Enter(), s.SetFocus(RankingPane))
	if s.Busy() {
		return tea.Batch(cmd, s.stillRunning())
	}
	example := s.loadExample()
	if !s.Link.Local {
		return tea.Batch(cmd, example)
	}
	s.Unsay(false)
	s.tried = s.edit
	return tea.Batch(cmd, s.askAll(false))
}

// newSet begins another set with the same models.
func (s *Screen) newSet() tea.Cmd {
	if len(s.set.Documents) == 0 && len(s.set.Queries) == 1 && s.set.Queries[0].Text == "" {
		return s.Notify("this set is already empty")
	}
	words := "new set, same models; " + s.Keys.Name(views.ActUndo) + " restores the previous one"
	if s.Changed() {
		words += " (unsaved)"
	}
	s.Replace(dataset.Set{Models: s.set.Models})
	s.reopen(file{saved: s.edit, opened: s.number()})
	return tea.Batch(s.SetFocus(RankingPane), s.Notify("%s", words))
}
