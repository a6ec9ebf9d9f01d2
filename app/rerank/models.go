package rerank

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/models"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// chooseReranker lists the models that rank; any other name can be typed.
func (s *Screen) chooseReranker() tea.Cmd {
	return s.OpenModels(&screen.ModelList{
		Title: "Add a reranker", None: "the server lists no rerank models",
		Only:   func(m models.Model) bool { return slices.Contains(m.Can, models.Rerank) },
		Choose: func(slug string) views.Intent { return views.AddReranker{Slug: slug} },
		State: func(slug string) string {
			if slices.ContainsFunc(s.set.Models, func(m rerankset.Model) bool { return m.Slug == slug }) {
				return "added"
			}
			return ""
		},
	}, "")
}

// addReranker adds a model, and puts the cursor in its column.
func (s *Screen) addReranker(slug string) tea.Cmd {
	s.Overlays.Close()
	s.change(s.set.WithModel(len(s.set.Models), rerankset.NewModel(slug)), "", nil)
	s.ranking.SetColumns(s.columns())
	s.ranking.SelectColumn(len(s.set.Models) - 1)
	return nil
}

// removeReranker removes the model of the cursor's column.
func (s *Screen) removeReranker() tea.Cmd {
	model, ok := s.ranking.Column()
	if !ok {
		return s.Notify("no model to remove")
	}
	name := s.label(model)
	s.change(s.set.WithoutModel(model), "", func(runs runTable) runTable {
		for q := range runs {
			runs[q] = slices.Delete(runs[q], model, model+1)
		}
		return runs
	})
	return s.Notify("%s removed; %s restores", name, s.Keys.Name(views.ActUndo))
}

// label names a model as its column does: with its settings, where the set has it
// twice.
func (s *Screen) label(model int) string { return s.set.Labels()[model] }
