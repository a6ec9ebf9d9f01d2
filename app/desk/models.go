package desk

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// ChooseModel opens the list. It is filled when the models come, and takes any
// name that is typed at any time.
func (d *Desk) ChooseModel() tea.Cmd {
	p := picker.New(d.Styles, d.Keys)
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: setModel(typed)}, true
	})
	d.models = p
	d.fillModels()
	p.Select(d.Shown().Conv.Draft.Model())
	open := d.OpenOverlay("Model", p)
	if d.Link.Models.Loaded {
		return open
	}
	return tea.Batch(open, d.LoadModels())
}

// modelsChanged takes what is known of the server's models by now.
func (d *Desk) modelsChanged() tea.Cmd {
	if len(d.Link.Models.List) == 1 {
		// A server with one model needs no choice.
		for _, c := range d.chats {
			if c.Conv.Draft.Model() == "" {
				c.Conv.Draft.SetModel(d.Link.Models.List[0].ID)
			}
		}
	}
	d.fillModels()
	return nil
}

// fillModels puts what is known into the open list.
func (d *Desk) fillModels() {
	p := d.models
	if p == nil {
		return
	}
	switch {
	case d.Link.Models.Loading && len(d.Link.Models.List) == 0:
		p.SetStatus("asking the server for its models; " + d.AnyModelName())
	case d.Link.Models.Err != nil && len(d.Link.Models.List) == 0:
		p.SetStatus("no list: " + d.Link.Models.Err.Error() + "; " + d.AnyModelName())
	case len(d.Link.Models.List) == 0:
		p.SetStatus("the server names no model; " + d.AnyModelName())
	}
	items := make([]picker.Item, 0, len(d.Link.Models.List)+1)
	for _, model := range d.Link.Models.List {
		items = append(items, picker.Item{Label: model.ID, Words: model.Name, Choose: setModel(model.ID)})
	}
	if len(items) > 0 {
		items = append(items, picker.Item{Label: "(none)", Words: "let the server choose", Choose: setModel("")})
		p.SetItems(items)
	}
	d.Arrange()
}

func setModel(slug string) func() views.Intent {
	return func() views.Intent { return views.SetModel{Slug: slug} }
}

// SetModel sets the model of the shown conversation's next requests.
func (d *Desk) SetModel(slug string) tea.Cmd {
	conv := d.Shown().Conv
	var value json.RawMessage // nil: the server chooses
	if slug != "" {
		value = scan.Quote(slug)
	}
	return d.change(func(text string) (string, error) { return conv.Edit("/model", value, text, d.bodyOptions()) })
}
