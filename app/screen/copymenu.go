package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// OpenCopyMenu opens the list of what can be copied.
func (h *Host) OpenCopyMenu(items []picker.Item) tea.Cmd {
	if len(items) == 0 {
		return h.Notify("there is nothing to copy yet")
	}
	p := picker.New(h.Styles, h.Keys)
	p.SetItems(items)
	return h.OpenOverlay("Copy", p)
}

// CopyItems lists what of an exchange can be copied. Shown is the exchange as it is
// shown, which may be as it was earlier; nil for none. Said is the text that the
// person wrote for it.
func (h *Host) CopyItems(of Exchange, shown *state.Exchange, said string) []picker.Item {
	x := export.Exchange{State: of.State(), Shown: shown, Capture: of.Capture(), Prompt: said, Local: h.Link.Simulated}
	var items []picker.Item
	for _, c := range export.Copies(x, export.Formats()) {
		items = append(items, picker.Item{
			Label: c.Name, Words: FirstLine(c.About), Right: views.Size(c.Size),
			Choose: func() views.Intent { return views.Copy{What: c.Name, Text: c.Text()} },
		})
	}
	return items
}
