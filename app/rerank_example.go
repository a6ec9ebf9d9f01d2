package app

import (
	_ "embed"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
	"gatehouse/views"
)

//go:embed example-set.json
var exampleSet []byte

// loadExample opens a small set, to see what the screen does. Its models are
// those of the local gateway; elsewhere the service's own rerankers, at most
// three, take their place.
func (m *Model) loadExample() tea.Cmd {
	r := &m.rankings
	set, err := rerankset.Open(exampleSet)
	if err != nil {
		panic("app: " + err.Error()) // it is part of the program
	}
	if !m.link.simulated {
		set.Models = nil
		for _, slug := range m.rerankers() {
			if len(set.Models) < 3 {
				set = set.WithModel(len(set.Models), rerankset.NewModel(slug))
			}
		}
	}
	m.editSet(set, false, func([][]*rankRun) [][]*rankRun { return nil })
	r.otherDocuments()
	return m.notify("an example; %s runs it", m.keys.Name(views.ActSendNow))
}
