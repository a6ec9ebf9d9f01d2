package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/preview"
	"gatehouse/views"
)

// LocalModel is the model of a first request on the local gateway.
const LocalModel = "sim/writer"

// Models is what is known of the server's list of models. Nothing waits for it.
type Models struct {
	List      []wire.Model
	Catalogue preview.Catalogue // of List
	Slugs     []string          // of List
	Loading   bool
	Loaded    bool
	Err       error // of the last attempt

	changed []func() tea.Cmd
}

// OnChange calls f after each attempt to load the list.
func (m *Models) OnChange(f func() tea.Cmd) { m.changed = append(m.changed, f) }

// LoadModels asks the server for its list, once at a time.
func (h *Host) LoadModels() tea.Cmd {
	if h.Models.Loading {
		return nil
	}
	h.Models.Loading = true
	return func() tea.Msg {
		loaded := modelsLoaded{host: h}
		way, err := h.Link.Client(h.Life.Ctx)
		if err == nil {
			loaded.list, err = way.Models(h.Life.Ctx)
		}
		loaded.err = err
		return loaded
	}
}

// modelsLoaded brings the server's list, or why there is none.
type modelsLoaded struct {
	host *Host
	list []wire.Model
	err  error
}

// Land implements Effect.
func (l modelsLoaded) Land() tea.Cmd { return l.host.SetModels(l.list, l.err) }

// SetModels takes the server's list, or why there is none, and calls those who
// show it.
func (h *Host) SetModels(list []wire.Model, err error) tea.Cmd {
	m := &h.Models
	m.Loading, m.Loaded, m.Err = false, err == nil, err
	if err == nil {
		m.List, m.Catalogue, m.Slugs = list, preview.ReadCatalogue(list), nil
		for _, one := range list {
			m.Slugs = append(m.Slugs, one.ID)
		}
	}
	var all []tea.Cmd
	for _, f := range m.changed {
		all = append(all, f())
	}
	return tea.Batch(all...)
}

// AnyModelName says that a model can be typed that is not in the list.
func (h *Host) AnyModelName() string {
	return "any name can be typed, " + h.Keys.Name(views.ActListChoose) + " takes it"
}
