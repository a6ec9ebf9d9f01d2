package desk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/models"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// modelAbout are the rows below the list that say more of a model, with the blank one.
const modelAbout = 4

// modelList is what the list of models is made of.
type modelList struct {
	all   []models.Model
	shown []models.Model // in the order of the list's rows
}

// ChooseModel opens the list. It is filled when the models come, and takes any
// name that is typed at any time.
func (d *Desk) ChooseModel() tea.Cmd {
	l := picker.New(d.Styles, d.Keys)
	l.SetFree(func(typed string) (picker.Item, bool) {
		words := "as typed"
		if d.Link.Models.Loaded {
			words = "not in the list of " + d.Link.Title
		}
		slug := strings.TrimSpace(typed)
		return picker.Item{Label: slug, Words: words, Choose: setModel(slug)}, !strings.ContainsAny(slug, "<> ")
	})
	l.SetAbout(modelAbout)
	l.SetHeads(picker.Head{Name: "in $/M"}, picker.Head{Name: "out $/M"}, picker.Head{Name: "context"},
		picker.Head{Name: "can", Left: true, Width: 38})
	l.SetUnmatched("no model fits; a figure that is not reported fits no bound")
	d.models = l
	d.fillModels()
	l.Select(d.Shown().Conv.Draft.Model())
	title := "Models of " + d.Link.Title
	if d.Link.Local {
		title += " (simulated)"
	}
	open := d.OpenOverlay(title, l)
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
			if c.Link == d.Link && c.Conv.Draft.Model() == "" {
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
	if len(d.Link.Models.List) > 0 {
		l := &modelList{all: models.Read(d.Link.Models.List, d.Link.Models.Catalogue)}
		p.SetQuery("a name; tools, images, reasoning, free, price<1, ctx>100k", func(filter string) (string, func(int) bool) {
			q := models.ParseQuery(filter)
			return q.Text, func(row int) bool {
				return row < len(l.shown) && q.Keeps(l.shown[row]) || row >= len(l.shown) && q.Bare()
			}
		})
		names := make([]string, models.Orders)
		for o := range models.Orders {
			names[o] = o.String()
		}
		p.SetChoices("sort", names, func(order int) []picker.Item { return d.modelRows(l, models.Order(order)) })
	}
	d.Arrange()
}

// modelRows are the rows of the list in an order.
func (d *Desk) modelRows(l *modelList, o models.Order) []picker.Item {
	l.shown = models.Sorted(l.all, o, d.Used.Favourites, d.Used.Models)
	items := make([]picker.Item, 0, len(l.shown)+1)
	for _, m := range l.shown {
		item := picker.Item{
			Label: m.Slug, Also: m.Name, About: d.aboutModel(m), Choose: setModel(m.Slug),
			Cells:  []string{views.PerMillion(m.In), views.PerMillion(m.Out), views.ShortCount(m.Context), strings.Join(m.Can, " ")},
			Favour: func() views.Intent { return views.FavourModel{Slug: m.Slug} },
		}
		switch {
		case slices.Contains(d.Used.Favourites, m.Slug):
			item.Right = "★"
		case slices.Contains(d.Used.Models, m.Slug):
			item.Right = "recent"
		}
		if m.Router {
			item.Cells[0] = "varies"
		}
		items = append(items, item)
	}
	return append(items, picker.Item{Label: "(none)", Words: "let the server choose", Choose: setModel("")})
}

// aboutModel says of a model what the columns do not.
func (d *Desk) aboutModel(m models.Model) string {
	var parts []string
	if m.Name != "" && m.Name != m.Slug {
		parts = append(parts, m.Name)
	}
	switch n := len(m.Providers); {
	case n > 0:
		parts = append(parts, views.Counted(n, "provider")+": "+strings.Join(m.Providers, ", "))
	case m.Router:
		parts = append(parts, "a router: the price is that of the model it chooses")
	}
	if m.Coding > 0 {
		parts = append(parts, fmt.Sprintf("coding score %.2f", m.Coding))
	}
	if m.About != "" {
		parts = append(parts, m.About)
	}
	return strings.Join(parts, " · ")
}

// FavourModel marks a model as a favourite, or takes the mark away.
func (d *Desk) FavourModel(slug string) tea.Cmd {
	cmd := d.Host.FavourModel(slug)
	d.fillModels()
	return cmd
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
	set := d.change(func(text string) (string, error) { return conv.Edit("/model", value, text, d.bodyOptions()) })
	if slug == "" {
		return set
	}
	return tea.Batch(d.UseModel(slug), set)
}
