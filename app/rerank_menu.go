package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/export"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/ask"
	"gatehouse/views/picker"
)

// chooseReranker lists the models that rank; any other name can be typed.
func (m *Model) chooseReranker() tea.Cmd {
	p := picker.New(m.Styles, m.Keys)
	add := func(slug string) func() views.Intent {
		return func() views.Intent { return views.AddReranker{Slug: slug} }
	}
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: add(typed)}, true
	})
	var items []picker.Item
	for _, one := range m.Models.List {
		if found, ok := m.Models.Catalogue.Find(one.ID); ok && found.Rerank {
			right := ""
			if slices.ContainsFunc(m.rankings.set.Models, func(m rerankset.Model) bool { return m.Slug == one.ID }) {
				right = "is there"
			}
			items = append(items, picker.Item{Label: one.ID, Words: one.Name, Right: right, Choose: add(one.ID)})
		}
	}
	p.SetItems(items)
	if len(items) == 0 {
		p.SetStatus("the service names no model that reranks; " + m.AnyModelName())
		if !m.Models.Loaded {
			p.SetStatus("the list of models has not come; " + m.AnyModelName())
		}
	}
	return m.OpenOverlay("Add a reranker", p)
}

// removeReranker takes the model of the cursor's column away.
func (m *Model) removeReranker() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok {
		return m.Notify("there is no model to take away")
	}
	name := r.label(model)
	m.editSet(r.set.WithoutModel(model), "", func(runs runGrid) runGrid {
		for q := range runs {
			runs[q] = slices.Delete(runs[q], model, model+1)
		}
		return runs
	})
	return m.Notify("%s is gone; %s brings it back", name, m.Keys.Name(views.ActUndo))
}

// label names a model as its column does: with its settings, where it stands
// there twice.
func (r *rankings) label(model int) string { return r.set.Labels()[model] }

// Members of a rerank request that are settings (API document, "Rerank
// request body").
const (
	settingTopN     = "top_n"
	settingProvider = "provider"
)

// settingsMenu lists what the cursor's model is asked with.
func (m *Model) settingsMenu() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok {
		return m.Notify("there is no model yet; %s adds one", m.Keys.Name(views.ActRankAddModel))
	}
	set := r.set.Models[model]
	var items []picker.Item
	add := func(label, words, member string) {
		items = append(items, picker.Item{
			Label: label, Words: words, Right: screen.Short(string(set.Setting(member)), 30),
			Choose: func() views.Intent { return views.AskReranker{Model: model, Member: member} },
		})
	}
	add(settingTopN, "how many come back; all without it", settingTopN)
	add(settingProvider, "which providers may serve, as JSON", settingProvider)
	for _, s := range set.Settings {
		if s.Key != settingTopN && s.Key != settingProvider {
			add(s.Key, "as JSON", s.Key)
		}
	}
	add("the whole request", "as JSON: any member can be written there", "")
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	return m.OpenOverlay("Settings of "+r.label(model), p)
}

// askSetting asks for a member of a model's request.
func (m *Model) askSetting(model int, member string) tea.Cmd {
	r := &m.rankings
	switch {
	case model >= len(r.set.Models):
		return nil
	case member == "", member == "model":
		return m.editRequestOf(model)
	}
	a := ask.New(m.Styles, m.Keys, func(text string) views.Intent {
		return views.SetReranker{Model: model, Member: member, Value: text}
	}, nil)
	a.SetText(string(r.set.Models[model].Setting(member)))
	note := "as JSON; empty: the member is left out"
	switch member {
	case settingTopN:
		note = "a whole number from 1 on; empty: all documents come back"
	case settingProvider:
		note = `{"order": ["name"], "allow_fallbacks": false}, say; empty: left out`
	}
	a.SetNote(note)
	return m.OpenOverlay(member+" of "+r.label(model), a)
}

// setSetting changes a member of a model's request.
func (m *Model) setSetting(i views.SetReranker) tea.Cmd {
	r := &m.rankings
	if i.Model >= len(r.set.Models) {
		return nil
	}
	text := strings.TrimSpace(i.Value)
	if text != "" && i.Member == settingTopN {
		if n, err := strconv.Atoi(text); err != nil || n < 1 {
			return m.Fault(m.Overlays.Top(), errors.New("top_n is a whole number from 1 on"))
		}
	}
	next, err := r.set.Models[i.Model].With(i.Member, []byte(text))
	if err != nil {
		return m.Fault(m.Overlays.Top(), err)
	}
	m.Overlays.Close()
	m.editSet(r.set.WithModel(i.Model, next), "", nil)
	return nil
}

// copyRank lists what of the cursor's model and of the comparison can be
// copied.
func (m *Model) copyRank() tea.Cmd {
	r := &m.rankings
	var items []picker.Item
	add := func(label, words string, text func() string) {
		items = append(items, picker.Item{Label: label, Words: words, Choose: func() views.Intent { return views.CopyWritten{What: label, Text: text} }})
	}
	if model, ok := r.ranking.Column(); ok {
		name := r.label(model)
		if run := r.row()[model]; run != nil && run.capture != nil {
			c := run.capture
			if c.Sent.URL != "" {
				add("curl command", "the request to "+name+" as sent, the key in $"+export.KeyVariable, func() string { return m.Curl(c.Sent) })
			}
			if c.Text().Len() > 0 {
				add("response", "of "+name+", the body as it came", func() string { return string(c.Text().All()) })
			}
		}
		if r.set.Missing(r.at, model) == nil {
			set, at := r.set, r.at
			add("request", "the JSON that "+name+" would be asked now", func() string {
				doc, _ := set.Request(at, model) // empty where it cannot be written
				return string(doc)
			})
		}
	}
	if len(r.set.Documents) > 0 {
		table := r.table()
		add("comparison", "as a markdown table", func() string { return string(table.Markdown()) })
		if doc, ok := r.ranking.Selected(); ok {
			text := r.set.Documents[doc].Text
			add("document", fmt.Sprintf("number %d", doc+1), func() string { return text })
		}
	}
	return m.OpenCopyMenu(items)
}
