package rerank

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// chooseReranker lists the models that rank; any other name can be typed.
func (s *Screen) chooseReranker() tea.Cmd {
	p := picker.New(s.Styles, s.Keys)
	add := func(slug string) func() views.Intent {
		return func() views.Intent { return views.AddReranker{Slug: slug} }
	}
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: add(typed)}, true
	})
	var items []picker.Item
	for _, one := range s.Link.Models.List {
		if found, ok := s.Link.Models.Catalogue.Find(one.ID); ok && found.Rerank {
			right := ""
			if slices.ContainsFunc(s.set.Models, func(m rerankset.Model) bool { return m.Slug == one.ID }) {
				right = "is there"
			}
			items = append(items, picker.Item{Label: one.ID, Words: one.Name, Right: right, Choose: add(one.ID)})
		}
	}
	p.SetItems(items)
	if len(items) == 0 {
		p.SetStatus("the service names no model that reranks; " + s.AnyModelName())
		if !s.Link.Models.Loaded {
			p.SetStatus("the list of models has not come; " + s.AnyModelName())
		}
	}
	return s.OpenOverlay("Add a reranker", p)
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
		return s.Notify("there is no model to take away")
	}
	name := s.label(model)
	s.change(s.set.WithoutModel(model), "", func(runs runTable) runTable {
		for q := range runs {
			runs[q] = slices.Delete(runs[q], model, model+1)
		}
		return runs
	})
	return s.Notify("%s is gone; %s brings it back", name, s.Keys.Name(views.ActUndo))
}

// label names a model as its column does: with its settings, where the set has it
// twice.
func (s *Screen) label(model int) string { return s.set.Labels()[model] }
