package app

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/preview"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// localModel is the model of a first request on the local gateway.
const localModel = "sim/writer"

// models is what is known of the server's list. Nothing waits for it.
type models struct {
	list      []wire.Model
	catalogue preview.Catalogue // of list
	slugs     []string          // of list
	loading   bool
	loaded    bool
	err       error
	picker    *picker.Model // the open list, to be filled when the models come
}

// loadModels asks the server for its list, once at a time.
func (m *Model) loadModels() tea.Cmd {
	if m.models.loading {
		return nil
	}
	m.models.loading = true
	link, ctx := m.link, m.life.ctx
	return func() tea.Msg {
		list, err := listModels(ctx, link)
		return modelsLoaded{list: list, err: err}
	}
}

func listModels(ctx context.Context, l *link) ([]wire.Model, error) {
	way, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	return way.Models(ctx)
}

// modelsLoaded brings the server's list, or why there is none.
type modelsLoaded struct {
	list []wire.Model
	err  error
}

func (l modelsLoaded) apply(m *Model) tea.Cmd {
	m.models.loading, m.models.loaded, m.models.err = false, l.err == nil, l.err
	if l.err == nil {
		m.models.list, m.models.catalogue = l.list, preview.ReadCatalogue(l.list)
		m.models.slugs = nil
		for _, one := range l.list {
			m.models.slugs = append(m.models.slugs, one.ID)
		}
		m.inspector.route.SetModels(m.models.slugs)
		m.suggest()
		if m.builder.doc != nil {
			m.showForm(m.builder.place)
		}
	}
	if len(m.models.list) == 1 {
		// A server with one model needs no choice.
		for _, c := range m.desk.chats {
			if c.conv.Draft.Model() == "" {
				c.conv.Draft.SetModel(m.models.list[0].ID)
			}
		}
	}
	m.fillModels()
	if m.screens.shown == rerankScreen {
		m.beginRerank()
	}
	return nil
}

// chooseModel opens the list. It is filled when the models come, and takes any
// name that is typed at any time.
func (m *Model) chooseModel() tea.Cmd {
	p := picker.New(m.styles, m.keys)
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: setModel(typed)}, true
	})
	m.models.picker = p
	m.fillModels()
	p.Select(m.desk.chat().conv.Draft.Model())
	open := m.open("Model", p)
	if m.models.loaded {
		return open
	}
	return tea.Batch(open, m.loadModels())
}

// fillModels puts what is known into the open list.
func (m *Model) fillModels() {
	p := m.models.picker
	if p == nil {
		return
	}
	switch {
	case m.models.loading && len(m.models.list) == 0:
		p.SetStatus("asking the server for its models; " + m.anyName())
	case m.models.err != nil && len(m.models.list) == 0:
		p.SetStatus("no list: " + m.models.err.Error() + "; " + m.anyName())
	case len(m.models.list) == 0:
		p.SetStatus("the server names no model; " + m.anyName())
	}
	items := make([]picker.Item, 0, len(m.models.list)+1)
	for _, model := range m.models.list {
		items = append(items, picker.Item{Label: model.ID, Words: model.Name, Choose: setModel(model.ID)})
	}
	if len(items) > 0 {
		items = append(items, picker.Item{Label: "(none)", Words: "let the server choose", Choose: setModel("")})
		p.SetItems(items)
	}
	m.arrange()
}

// anyName says that the list is not needed.
func (m *Model) anyName() string {
	return "any name can be typed, " + m.keys.Name(views.ActListChoose) + " takes it"
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
