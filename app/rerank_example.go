package app

import (
	"bytes"
	_ "embed"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
	"gatehouse/views"
)

//go:embed example-set.json
var exampleSet []byte

// example is the small set that shows what the screen does.
func example() rerankset.Set {
	set, err := rerankset.Open(exampleSet)
	if err != nil {
		panic("app: " + err.Error()) // it is part of the program
	}
	return set
}

// isExample reports whether a set has the example's queries, documents and
// marks; its models may be others.
func isExample(s rerankset.Set) bool {
	e := example()
	e.Models = s.Models
	if len(e.Documents) != len(s.Documents) {
		return false
	}
	a, err := e.JSON()
	b, worse := s.JSON()
	return err == nil && worse == nil && bytes.Equal(a, b)
}

// loadExample opens a small set, to see what the screen does. Its models are
// those of the local gateway; elsewhere the service's own rerankers, at most
// three, take their place.
func (m *Model) loadExample() tea.Cmd {
	r := &m.rankings
	set := example()
	if !m.Link.Simulated {
		set.Models = nil
		for _, slug := range m.rerankers() {
			if len(set.Models) < 3 {
				set = set.WithModel(len(set.Models), rerankset.NewModel(slug))
			}
		}
	}
	m.editSet(set, "", func(runGrid) runGrid { return nil })
	r.begin()
	return m.Notify("an example; %s runs it", m.Keys.Name(views.ActSendNow))
}

// newSet begins another set, asked of the same models. The one before comes back
// with an undo, its file too.
func (m *Model) newSet() tea.Cmd {
	r := &m.rankings
	if len(r.set.Documents) == 0 && len(r.set.Queries) == 1 && r.set.Queries[0].Text == "" {
		return m.Notify("this set is new")
	}
	words := "a new set, asked of the same models; " + m.Keys.Name(views.ActUndo) + " brings back the one before"
	if r.unsaved() {
		words += ", which is not saved"
	}
	was := r.rankFile
	next := rerankset.Set{Models: r.set.Models}.WithQuery(0, rerankset.Query{})
	m.editSet(next, "", func(runGrid) runGrid { return nil })
	r.begin()
	r.rankFile = rankFile{kept: r.edit, of: r.issue()}
	r.past[len(r.past)-1].file = &was
	return tea.Batch(m.SetFocus(rankingPane), m.Notify("%s", words))
}
