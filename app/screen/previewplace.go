package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// PreviewPlace is where the screens show the preview of what their cursor is on.
func (h *Host) PreviewPlace() views.PreviewPlace { return h.Used.Preview.In(h.Width, h.Height) }

// TurnPreview puts the preview aside, below, or away, and keeps that for the next run.
func (h *Host) TurnPreview() tea.Cmd {
	next, ok := h.Used.Preview.Next(h.Width, h.Height)
	if !ok {
		return h.Notify("no room for a preview: it takes %d columns or %d rows, and this terminal has %d × %d",
			views.AsideFrom, views.BelowFrom, h.Width, h.Height)
	}
	kept := h.changeUsed(func(u *Used) { u.Preview = next })
	then, _ := next.Next(h.Width, h.Height)
	return tea.Batch(kept, h.Notify("preview %s; %s again: %s", next, h.Keys.Name(views.ActPreviewPlace), then))
}
