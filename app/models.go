package app

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// chooseModel opens the list. It is filled when the models come, and takes any
// name that is typed at any time.
func (m *Model) chooseModel() tea.Cmd {
	p := picker.New(m.Styles, m.Keys)
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: setModel(typed)}, true
	})
	m.picker = p
	m.fillModels()
	p.Select(m.desk.chat().conv.Draft.Model())
	open := m.OpenOverlay("Model", p)
	if m.Models.Loaded {
		return open
	}
	return tea.Batch(open, m.LoadModels())
}

// modelsChanged shows what is known of the server's models by now.
func (m *Model) modelsChanged() tea.Cmd {
	if m.Models.Err == nil {
		m.inspector.route.SetModels(m.Models.Slugs)
		m.suggest()
		if m.builder.doc != nil {
			m.showForm(m.builder.place)
		}
	}
	if len(m.Models.List) == 1 {
		// A server with one model needs no choice.
		for _, c := range m.desk.chats {
			if c.conv.Draft.Model() == "" {
				c.conv.Draft.SetModel(m.Models.List[0].ID)
			}
		}
	}
	m.fillModels()
	if m.screens.shown == rerankScreen {
		m.beginRerank()
	}
	return nil
}

// fillModels puts what is known into the open list.
func (m *Model) fillModels() {
	p := m.picker
	if p == nil {
		return
	}
	switch {
	case m.Models.Loading && len(m.Models.List) == 0:
		p.SetStatus("asking the server for its models; " + m.anyName())
	case m.Models.Err != nil && len(m.Models.List) == 0:
		p.SetStatus("no list: " + m.Models.Err.Error() + "; " + m.anyName())
	case len(m.Models.List) == 0:
		p.SetStatus("the server names no model; " + m.anyName())
	}
	items := make([]picker.Item, 0, len(m.Models.List)+1)
	for _, model := range m.Models.List {
		items = append(items, picker.Item{Label: model.ID, Words: model.Name, Choose: setModel(model.ID)})
	}
	if len(items) > 0 {
		items = append(items, picker.Item{Label: "(none)", Words: "let the server choose", Choose: setModel("")})
		p.SetItems(items)
	}
	m.Arrange()
}

// anyName says that the list is not needed.
func (m *Model) anyName() string {
	return "any name can be typed, " + m.Keys.Name(views.ActListChoose) + " takes it"
}

func setModel(slug string) func() views.Intent {
	return func() views.Intent { return views.SetModel{Slug: slug} }
}

// setModel sets the model of the shown conversation's next requests.
func (m *Model) setModel(slug string) tea.Cmd {
	conv := m.desk.chat().conv
	var value json.RawMessage // nil: the server chooses
	if slug != "" {
		value = scan.Quote(slug)
	}
	return m.change(func(text string) (string, error) { return conv.Edit("/model", value, text, m.bodyOptions()) })
}
