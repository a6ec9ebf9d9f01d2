package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/preview"
	"gatehouse/state/prices"
	"gatehouse/views"
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
		return Landing(func() tea.Cmd { return h.SetModels(l, list, err) })
	}
}

// SetModels sets the list of a server, or why there is none, and calls the screens that show it.
func (h *Host) SetModels(l *Link, list []wire.Model, err error) tea.Cmd {
	l.Models.set(list, err)
	if l == h.Link {
		h.modelsChanged()
	}
	return h.keepPrices(l, list)
}

// set takes a list, or why there is none: then the one before stays.
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

// Prices are the prices that are known. The pointer is another once there are others; nil until
// they were read.
func (h *Host) Prices() *prices.Book { return h.prices }

// keepPrices keeps what a connection's list says of prices, and reads all that are known.
func (h *Host) keepPrices(l *Link, list []wire.Model) tea.Cmd {
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
		if one := book.Changed(prices.List{Address: l.BaseURL, At: time.Now(), Models: prices.Trim(list)}); !l.Local && len(one.Models) > 0 { // it is not kept
			book.Lists = append(book.Lists[:len(book.Lists):len(book.Lists)], one)
		}
		return h.withPrices(&book)
	}
}

// readPrices reads the prices that are kept, where the proxy may have kept others.
func (h *Host) readPrices() tea.Msg {
	a := h.History.Archive(h.Life.Ctx)
	if a == nil {
		return nil
	}
	book := a.Prices(h.Life.Ctx)
	return h.withPrices(&book)
}

func (h *Host) withPrices(known *prices.Book) Effect {
	return Landing(func() tea.Cmd { h.prices = known; return nil })
}
