package screen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/models"
	"gatehouse/state/cost/prices"
	"gatehouse/state/request/preview"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// Models is what is known of a server's list of models. Nothing waits for it.
type Models struct {
	List      []wire.Model
	Catalogue preview.Catalogue // of List
	Slugs     []string          // of List
	Loading   bool
	Loaded    bool
	Err       error // of the last attempt
}

func (h *Host) modelsChanged() {
	h.fillModels()
	for _, s := range h.Screens() {
		if s, ok := s.(ModelsUser); ok {
			s.ModelsChanged()
		}
	}
}

// LoadModels asks the server of the shown conversation for its list, once at a time.
func (h *Host) LoadModels() tea.Cmd {
	l := h.Link
	if l.Models.Loading {
		return nil
	}
	l.Models.Loading = true
	return func() tea.Msg {
		var list []wire.Model
		c, err := l.Client(h.Life.Ctx)
		if err == nil {
			list, err = c.Models(h.Life.Ctx)
		}
		return EffectFunc(func() tea.Cmd { return h.SetModels(l, list, err) })
	}
}

// SetModels sets the list of a server, or why there is none, and calls the screens that show it.
func (h *Host) SetModels(l *Link, list []wire.Model, err error) tea.Cmd {
	l.Models.set(list, err)
	if l == h.Link {
		h.modelsChanged()
	}
	return h.storePrices(l, list)
}

// set replaces the list; with an error the one before stays.
func (m *Models) set(list []wire.Model, err error) {
	m.Loading, m.Loaded, m.Err = false, err == nil, err
	if err != nil {
		return
	}
	m.List, m.Catalogue, m.Slugs = list, preview.ReadCatalogue(list), nil
	for _, one := range list {
		m.Slugs = append(m.Slugs, one.ID)
	}
}

// AnyModelName reports that a model can be typed that is not in the list.
func (h *Host) AnyModelName() string {
	return "type any name, " + h.Keys.Name(views.ActListChoose) + " takes it"
}

// Prices returns the prices that are known. The pointer is another once there are others; nil until
// they were read.
func (h *Host) Prices() *prices.Book { return h.prices }

// storePrices stores the prices of a connection's list of models, and reads all that are known.
func (h *Host) storePrices(l *Link, list []wire.Model) tea.Cmd {
	return func() tea.Msg {
		var book prices.Book
		a := h.History.Archive(h.Life.Ctx)
		switch {
		case a != nil:
			if !l.Local && !l.NoHistory {
				if err := a.SavePrices(h.Life.Ctx, l.BaseURL, list, time.Now()); err != nil && h.Life.Ctx.Err() == nil {
					h.History.report(err)
				}
			}
			book = a.Prices(h.Life.Ctx)
		case h.Options.Prices != nil:
			book = h.Options.Prices()
		}
		if one := book.Changed(prices.List{Address: l.BaseURL, At: time.Now(), Models: prices.Trim(list)}); !l.Local && len(one.Models) > 0 { // it is not stored
			book.Lists = append(book.Lists[:len(book.Lists):len(book.Lists)], one)
		}
		return h.setPrices(&book)
	}
}

// readPrices reads the stored prices again: the proxy may have stored others.
func (h *Host) readPrices() tea.Msg {
	a := h.History.Archive(h.Life.Ctx)
	if a == nil {
		return nil
	}
	book := a.Prices(h.Life.Ctx)
	return h.setPrices(&book)
}

func (h *Host) setPrices(known *prices.Book) Effect {
	return EffectFunc(func() tea.Cmd { h.prices = known; return nil })
}

// ModelList is an overlay with the list of the server's models. It is filled when the
// models arrive, and accepts any typed name at any time.
type ModelList struct {
	Title   string
	Only    func(models.Model) bool        // which models it has; nil: all
	None    string                         // why there is none of them
	Choose  func(slug string) views.Intent // what taking a row does
	State   func(slug string) string       // the right end of a row; nil: nothing
	Another *picker.Item                   // the last row; nil: there is none
	Marks   int                            // how many rows can be marked, to compare them; 0: none
	Marked  []string                       // slugs, in the order of their marking

	list  *picker.Model
	shown []models.Model // in the order of the list's rows
}

// modelAbout is how many rows below the list describe a model, with the blank one.
const modelAbout = 4

// OpenModels opens a list of models with the selection on one of them.
func (h *Host) OpenModels(l *ModelList, selected string) tea.Cmd {
	l.list = picker.New(h.Styles, h.Keys)
	l.list.SetFree(func(typed string) (picker.Item, bool) {
		words := "use it as typed"
		if h.Link.Models.Loaded {
			words = "use it anyway: it is not in the list of " + h.Link.Title
		}
		slug := strings.TrimSpace(typed)
		item := picker.Item{Label: slug, Words: words, Choose: l.choose(slug)}
		l.mark(&item)
		return item, !strings.ContainsAny(slug, "<> ")
	})
	l.list.SetAbout(modelAbout)
	l.list.SetHeads(picker.Head{Name: "in $/M"}, picker.Head{Name: "out $/M"}, picker.Head{Name: "context"},
		picker.Head{Name: "supports", Left: true, Width: 46})
	l.list.SetUnmatched("no model fits; a figure that is not reported fits no bound")
	var load tea.Cmd
	if !h.Link.Models.Loaded {
		load = h.LoadModels()
	}
	h.modelList = l
	h.fillModels()
	l.list.Select(selected)
	return tea.Batch(h.OpenOverlay(l.Title, l.list), load)
}

func (l *ModelList) choose(slug string) func() views.Intent {
	return func() views.Intent { return l.Choose(slug) }
}

// fillModels puts what is known into the list that was opened last.
func (h *Host) fillModels() {
	l := h.modelList
	if l == nil {
		return
	}
	known := &h.Link.Models
	all := models.Read(known.List, known.Catalogue)
	if l.Only != nil {
		all = slices.DeleteFunc(all, func(m models.Model) bool { return !l.Only(m) })
	}
	switch {
	case known.Loading && len(known.List) == 0:
		l.list.SetStatus("loading the server's models; " + h.AnyModelName())
	case known.Err != nil && len(known.List) == 0:
		l.list.SetStatus("no model list: " + known.Err.Error() + "; " + h.AnyModelName())
	case len(all) == 0:
		l.list.SetStatus(l.None + "; " + h.AnyModelName())
	}
	if len(all) > 0 {
		l.list.SetQuery("a name; tools, images, reasoning, free, price<1, ctx>100k", func(filter string) (string, func(int) bool) {
			q := models.ParseQuery(filter)
			return q.Text, func(row int) bool {
				return row < len(l.shown) && q.Keeps(l.shown[row]) || row >= len(l.shown) && q.Bare()
			}
		})
		names := make([]string, models.Orders)
		for o := range models.Orders {
			names[o] = o.String()
		}
		l.list.SetChoices("sort", names, func(order int) []picker.Item { return h.modelRows(l, all, models.Order(order)) })
	}
	h.Arrange()
}

// modelRows returns the rows of a list in an order.
func (h *Host) modelRows(l *ModelList, all []models.Model, o models.Order) []picker.Item {
	l.shown = models.Sorted(all, o, h.Used.Favourites, h.Used.Models)
	items := make([]picker.Item, 0, len(l.shown)+1)
	for _, m := range l.shown {
		item := picker.Item{
			Label: m.Slug, Also: m.Name, About: aboutModel(m), Choose: l.choose(m.Slug), Right: h.modelState(l, m.Slug),
			Cells:  []string{figures.PerMillion(m.In), figures.PerMillion(m.Out), figures.ShortCount(m.Context), strings.Join(m.Can, " ")},
			Favour: func() views.Intent { return views.FavourModel{Slug: m.Slug} },
		}
		if m.Router {
			item.Cells[0] = "varies"
		}
		l.mark(&item)
		items = append(items, item)
	}
	if l.Another != nil {
		items = append(items, *l.Another)
	}
	return items
}

// mark lets a row be marked, and makes taking it what is done with the marked ones.
func (l *ModelList) mark(item *picker.Item) {
	if l.Marks == 0 {
		return
	}
	slug := item.Label
	item.Mark = func() views.Intent { return views.MarkModel{Slug: slug} }
	if at := slices.Index(l.Marked, slug); at >= 0 {
		item.Right = strings.TrimSpace(fmt.Sprintf("● %d %s", at+1, item.Right))
	}
	if compared := l.compared(slug); len(compared) > 1 {
		item.Verb = fmt.Sprintf("compare %d", len(compared))
		item.Choose = func() views.Intent { return views.CompareModels{Slugs: compared} }
	}
}

// compared returns the models that are compared when a row is taken: the marked ones, and where that is one alone,
// the row's too.
func (l *ModelList) compared(slug string) []string {
	if len(l.Marked) == 1 && l.Marked[0] != slug {
		return []string{l.Marked[0], slug}
	}
	return l.Marked
}

// MarkModel marks a model of the list that is open, or takes the mark away.
func (h *Host) MarkModel(slug string) tea.Cmd {
	l := h.modelList
	if l == nil || l.Marks == 0 {
		return nil
	}
	at := slices.Index(l.Marked, slug)
	switch {
	case at >= 0:
		l.Marked = slices.Delete(slices.Clone(l.Marked), at, at+1)
	case len(l.Marked) == l.Marks:
		return h.Notify("at most %d models can be compared", l.Marks)
	default:
		l.Marked = append(slices.Clone(l.Marked), slug)
	}
	h.fillModels()
	return nil
}

// modelState reports what a model is to the user.
func (h *Host) modelState(l *ModelList, slug string) string {
	state := ""
	if l.State != nil {
		state = l.State(slug)
	}
	switch {
	case slices.Contains(h.Used.Favourites, slug):
		return strings.TrimSpace(state + " ★")
	case state == "" && slices.Contains(h.Used.Models, slug):
		return "recent"
	}
	return state
}

// aboutModel describes a model by the facts that have no column.
func aboutModel(m models.Model) string {
	var parts []string
	if m.Name != "" && m.Name != m.Slug {
		parts = append(parts, m.Name)
	}
	switch n := len(m.Providers); {
	case n > 0:
		parts = append(parts, figures.Counted(n, "provider")+": "+strings.Join(m.Providers, ", "))
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
