package build

import (
	"fmt"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views/kit/form"
)

// ModelsChanged shows what is known of the server's models now.
func (s *Screen) ModelsChanged() {
	if s.Link.Models.Err != nil {
		return
	}
	s.suggestModels()
	if s.doc != nil {
		s.showForm(s.place)
	}
}

// suggestModels gives the form what the catalogue offers for its fields.
func (s *Screen) suggestModels() {
	c := s.Link.Models.Catalogue
	var models, rerankers, providers, patterns []form.Suggestion
	names := map[string]string{}
	for _, listed := range s.Link.Models.List {
		names[listed.ID] = listed.Name
	}
	for _, one := range c.Models {
		model := form.Suggestion{Value: one.Slug, Words: names[one.Slug]}
		if one.Priced() && one.Text() {
			model.Right = fmt.Sprintf("$%.2f/M", one.Prompt)
		}
		switch {
		case one.Rerank:
			rerankers = append(rerankers, model)
		case !one.Other:
			models = append(models, model)
		}
	}
	for _, name := range c.Providers() {
		providers = append(providers, form.Suggestion{Value: name})
	}
	for _, value := range c.Patterns() {
		pattern := form.Suggestion{Value: value, Words: names[value]}
		if pattern.Words == "" {
			pattern.Words = fmt.Sprintf("%d models", countSelected(c.Match([]string{value}, nil)))
		}
		patterns = append(patterns, pattern)
	}
	s.form.SetSuggestions(field.Models, models)
	s.form.SetSuggestions(field.Rerankers, rerankers)
	s.form.SetSuggestions(field.Providers, providers)
	s.form.SetSuggestions(field.Patterns, patterns)
}

// suggestTools gives the form the names of the function tools in the request.
func (s *Screen) suggestTools() {
	var names []form.Suggestion
	tools := scan.Get(s.doc, "tools")
	if scan.KindOf(tools) == scan.Array {
		for _, tool := range scan.Elements(tools) {
			if name := scan.Text(scan.Get(tool, "name")); name != "" {
				names = append(names, form.Suggestion{Value: name, Words: scan.Text(scan.Get(tool, "description"))})
			}
		}
	}
	s.form.SetSuggestions(field.Names, names)
}
