package app

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/state/preview"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/form"
	"gatehouse/views/picker"
	"gatehouse/views/text"
)

// previewedModels is how many models the form names of those that a plugin chooses
// among.
const previewedModels = 6

// foretell adds to a plugin's form what it will do, over the catalogue of the
// connected service.
func (m *Model) foretell(f *form.Form, plugin []byte) {
	c := m.Models.Catalogue
	if drawsBand(plugin) && len(c.Models) > 0 {
		a := c.Auto(plugin, "")
		f.Extra = autoExtras(a, f.Base)
		for _, note := range a.Notes {
			f.Intro = append(f.Intro, text.SanitizeLine(note))
		}
		return
	}
	last := ""
	if n := len(f.Fields); n > 0 {
		last = f.Fields[n-1].Name
	}
	lines := c.Lines(plugin, previewedModels)
	for i, line := range lines {
		e := form.Extra{After: last, Text: text.SanitizeLine(line)}
		if i == 0 {
			e.Name = "comes to"
		}
		if base := f.Base; strings.HasPrefix(strings.TrimSpace(line), "… and ") {
			e.Choose = func() views.Intent { return views.ShowCandidates{Pointer: base} }
		}
		f.Extra = append(f.Extra, e)
	}
}

// drawsBand reports whether a plugin lets models through by patterns, in a band
// of prices.
func drawsBand(plugin []byte) bool {
	id := scan.Text(scan.Get(plugin, "id"))
	return id == "auto-router" || id == "auto-beta-router"
}

// showForetold lists all that the form tells only the first lines of.
func (m *Model) showForetold(plugin []byte) tea.Cmd {
	var items []picker.Item
	for _, line := range m.Models.Catalogue.Lines(plugin, math.MaxInt) {
		items = append(items, picker.Item{Label: line, Choose: func() views.Intent { return views.Close{} }})
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	return m.OpenOverlay("What the plugin comes to", p)
}

func autoExtras(a preview.Auto, pointer string) []form.Extra {
	left := 0
	for _, m := range a.Matches {
		if m.Left {
			left++
		}
	}
	out := []form.Extra{{
		After: "excluded_models", Name: "lets through", Text: fmt.Sprintf("%d of %d models", left, len(a.Matches)),
		Choose: func() views.Intent { return views.ShowCandidates{Pointer: pointer} },
	}}
	if a.Empty != "" {
		return append(out, form.Extra{After: "excluded_models", Text: text.SanitizeLine("no model is left, which is a 404: " + a.Empty)})
	}
	if a.Band.By != "" {
		in := fmt.Sprintf("%s of cost: %d models", a.Band, len(a.In()))
		if a.Nearest {
			in = fmt.Sprintf("%s of cost: no candidate, so the nearest below", a.Band)
		}
		setting, _, _ := strings.Cut(a.Band.By, " ")
		out = append(out, form.Extra{After: setting, Name: "band", Text: in})
	}
	return out
}

// showCandidates lists every text model with what a router plugin's patterns
// do with it.
func (m *Model) showCandidates(pointer string) tea.Cmd {
	from, to, ok := talk.PlaceOf(m.builder.doc, pointer)
	if !ok {
		return m.Notify("there is no plugin at %s", pointer)
	}
	plugin := m.builder.doc[from:to]
	if !drawsBand(plugin) {
		return m.showForetold(plugin)
	}
	a := m.Models.Catalogue.Auto(plugin, "")
	within := map[string]string{}
	for _, s := range a.Standing {
		if within[s.Model.Slug] = fmt.Sprintf("at %.0f", s.Percentile); s.In && a.Band.By != "" {
			within[s.Model.Slug] += ", in the band"
		}
	}
	var chosen, others []picker.Item
	for _, match := range a.Matches {
		item := picker.Item{Label: match.Model.Slug, Choose: func() views.Intent { return views.Close{} }}
		switch {
		case match.ExcludedBy != "":
			item.Words = "✗ excluded by " + match.ExcludedBy
		case match.Left && match.ByPattern != "":
			item.Words = "✓ by " + match.ByPattern
		case match.Left:
			item.Words = "✓"
		default:
			item.Words = "– no pattern lets it through"
		}
		item.Right = within[match.Model.Slug]
		if match.Left {
			chosen = append(chosen, item)
		} else {
			others = append(others, item)
		}
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(append(chosen, others...))
	return m.OpenOverlay("Models that the router chooses among", p)
}

// suggest gives the form what the catalogue offers for its fields.
func (m *Model) suggest() {
	f, c := m.builder.form, m.Models.Catalogue
	var models, rerankers, providers, patterns []form.Suggestion
	names := map[string]string{}
	for _, listed := range m.Models.List {
		names[listed.ID] = listed.Name
	}
	for _, one := range c.Models {
		s := form.Suggestion{Value: one.Slug, Words: names[one.Slug]}
		if one.Priced() && one.Text() {
			s.Right = fmt.Sprintf("$%.2f/M", one.Prompt)
		}
		switch {
		case one.Rerank:
			rerankers = append(rerankers, s)
		case !one.Other:
			models = append(models, s)
		}
	}
	for _, name := range c.Providers() {
		providers = append(providers, form.Suggestion{Value: name})
	}
	for _, pattern := range c.Patterns() {
		s := form.Suggestion{Value: pattern, Words: names[pattern]}
		if s.Words == "" {
			s.Words = fmt.Sprintf("%d models", countLeft(c.Match([]string{pattern}, nil)))
		}
		patterns = append(patterns, s)
	}
	f.SetSuggestions(field.Models, models)
	f.SetSuggestions(field.Rerankers, rerankers)
	f.SetSuggestions(field.Providers, providers)
	f.SetSuggestions(field.Patterns, patterns)
}

func countLeft(matches []preview.Match) int {
	n := 0
	for _, m := range matches {
		if m.Left {
			n++
		}
	}
	return n
}

// suggestNames gives the form the names of the request's own function tools.
func (m *Model) suggestNames() {
	var names []form.Suggestion
	tools := scan.Get(m.builder.doc, "tools")
	if scan.KindOf(tools) == scan.Array {
		for _, tool := range scan.Elements(tools) {
			if name := scan.Text(scan.Get(tool, "name")); name != "" {
				names = append(names, form.Suggestion{Value: name, Words: scan.Text(scan.Get(tool, "description"))})
			}
		}
	}
	m.builder.form.SetSuggestions(field.Names, names)
}
