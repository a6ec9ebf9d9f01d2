package rerank

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/cost/models"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
)

// chooseReranker lists the models that rank; any other name can be typed.
func (s *Screen) chooseReranker() tea.Cmd {
	return s.OpenModels(&screen.ModelList{
		Title: "Add a reranker", None: "the server lists no rerank models",
		Only:   func(m models.Model) bool { return slices.Contains(m.Can, models.Rerank) },
		Choose: func(slug string) views.Intent { return views.AddReranker{Slug: slug} },
		State: func(slug string) string {
			if slices.ContainsFunc(s.set.Models, func(m dataset.Model) bool { return m.Slug == slug }) {
				return "added"
			}
			return ""
		},
	}, "")
}

func (s *Screen) addReranker(slug string) tea.Cmd {
	s.Overlays.Close()
	s.change(s.set.WithModel(len(s.set.Models), dataset.NewModel(slug)), "", nil)
	s.list.SetColumns(s.columns())
	s.list.SelectColumn(len(s.set.Models) - 1)
	return nil
}

// removeReranker removes the model of the cursor's column.
func (s *Screen) removeReranker() tea.Cmd {
	model, ok := s.list.Column()
	if !ok {
		return s.Notify("no model to remove")
	}
	name := s.label(model)
	s.change(s.set.WithoutModel(model), "", func(runs rankingTable) rankingTable {
		for q := range runs {
			runs[q] = slices.Delete(runs[q], model, model+1)
		}
		return runs
	})
	return s.Notify("%s removed; %s restores", name, s.Keys.Name(views.ActUndo))
}

// label returns the name of a model, with its settings if the set has it twice.
func (s *Screen) label(model int) string { return s.set.Labels()[model] }

// Members of a rerank request that are settings (API document, "Rerank
// request body").
const (
	settingTopN     = "top_n"
	settingProvider = "provider"
)

// settingsMenu lists the settings of the focused model.
func (s *Screen) settingsMenu() tea.Cmd {
	at, ok := s.list.Column()
	if !ok {
		return s.noModel()
	}
	model := s.set.Models[at]
	var items []picker.Item
	add := func(label, words, member string) {
		items = append(items, picker.Item{
			Label: label, Words: words, Right: screen.Short(string(model.Setting(member)), 30),
			Choose: func() views.Intent { return views.AskReranker{Model: at, Member: member} },
		})
	}
	add(settingTopN, "number of results; empty: all", settingTopN)
	add(settingProvider, "provider preferences, as JSON", settingProvider)
	for _, one := range model.Settings {
		if one.Key != settingTopN && one.Key != settingProvider {
			add(one.Key, "as JSON", one.Key)
		}
	}
	add("the complete request", "edit any member, as JSON", "")
	return s.OpenList("Settings of "+s.label(at), items)
}

// askSetting asks for a member of a model's request.
func (s *Screen) askSetting(model int, member string) tea.Cmd {
	switch {
	case model >= len(s.set.Models):
		return nil
	case member == "", member == "model":
		return s.editRequestOf(model)
	}
	a := ask.New(s.Styles, s.Keys, func(text string) views.Intent {
		return views.SetReranker{Model: model, Member: member, Value: text}
	}, nil)
	a.SetText(string(s.set.Models[model].Setting(member)))
	note := "as JSON; empty: not set"
	switch member {
	case settingTopN:
		note = "a whole number from 1; empty: all documents"
	case settingProvider:
		note = `such as {"order": ["name"], "allow_fallbacks": false}; empty: not set`
	}
	a.SetNote(note)
	return s.OpenOverlay(member+" of "+s.label(model), a)
}

// setSetting changes a member of a model's request.
func (s *Screen) setSetting(i views.SetReranker) tea.Cmd {
	if i.Model >= len(s.set.Models) {
		return nil
	}
	text := strings.TrimSpace(i.Value)
	if text != "" && i.Member == settingTopN {
		if n, err := strconv.Atoi(text); err != nil || n < 1 {
			return s.Fault(s.Overlays.Top(), errors.New("top_n must be a whole number from 1"))
		}
	}
	next, err := s.set.Models[i.Model].With(i.Member, []byte(text))
	if err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	s.change(s.set.WithModel(i.Model, next), "", nil)
	return nil
}
