package screen

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/views"
)

// SayNoTeam says where a team is set.
func (h *Host) SayNoTeam() tea.Cmd {
	return h.Notify("no team is set; [team] in config.toml names its database")
}

// ShareWithTeam has an exchange of the history shared with the team, or takes that back while it
// waits; then is done once it stands otherwise.
func (h *Host) ShareWithTeam(id string, then func() tea.Cmd) tea.Cmd {
	if !h.History.HasTeam() {
		return h.SayNoTeam()
	}
	return func() tea.Msg {
		was, why, err := h.History.toggleShared(h.Life.Ctx, id)
		return Landing(func() tea.Cmd {
			switch {
			case errors.Is(err, archive.ErrNone):
				return h.Notify("not shared: it is not saved in the history")
			case err != nil:
				return h.Notify("not shared: %v", err)
			case was == history.WithTeam:
				h.Notify("the team has it; gatehouse team prune --own %s --yes removes it there", history.TeamPrefix+id)
			case was == history.Held:
				h.Notify("unmarked: it stays on this machine; it was not shared: %s", why)
			case was == history.Waiting:
				h.Notify("unmarked: it stays on this machine")
			default:
				h.Notify("marked to share with the team; %s unmarks it while it waits", h.Keys.In(views.History).Name(views.ActTeamMark))
			}
			return then()
		})
	}
}

// toggleShared marks an exchange to be shared, or removes the mark. It returns its state before,
// and why it was held.
func (h *History) toggleShared(ctx context.Context, id string) (was history.Sharing, why string, err error) {
	a := h.Archive(ctx)
	if a == nil {
		return was, "", archive.ErrNone
	}
	e, err := a.Find(ctx, id)
	if err != nil {
		return was, "", err
	}
	return a.ToggleShared(ctx, e.Key)
}
