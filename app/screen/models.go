package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/preview"
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

// AnyModelName says that a model can be typed that is not in the list.
func (h *Host) AnyModelName() string {
	return "type any name, " + h.Keys.Name(views.ActListChoose) + " takes it"
}
