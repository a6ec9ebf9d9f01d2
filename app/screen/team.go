package screen

import (
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
		m := teamMarked{host: h, id: id, then: then}
		a := h.History.Archive(h.Life.Ctx)
		if a == nil {
			m.err = archive.ErrNone
			return m
		}
		e, err := a.Find(h.Life.Ctx, id)
		if m.err = err; err == nil {
			m.was, m.why, m.err = a.ToggleShared(h.Life.Ctx, e.Key)
		}
		return m
	}
}

// teamMarked says that an exchange is to be shared with the team, or is not.
type teamMarked struct {
	host *Host
	id   string
	was  history.Sharing
	why  string // it was held
	then func() tea.Cmd
	err  error
}

func (m teamMarked) Land() tea.Cmd {
	h, again := m.host, m.host.Keys.In(views.History).Name(views.ActTeamMark)
	switch {
	case errors.Is(m.err, archive.ErrNone):
		return h.Notify("not shared: it is not saved in the history")
	case m.err != nil:
		return h.Notify("not shared: %v", m.err)
	case m.was == history.WithTeam:
		h.Notify("the team has it; gatehouse team prune --own %s --yes removes it there", history.TeamPrefix+m.id)
	case m.was == history.Held:
		h.Notify("unmarked: it stays on this machine; it was not shared: %s", m.why)
	case m.was == history.Waiting:
		h.Notify("unmarked: it stays on this machine")
	default:
		h.Notify("marked to share with the team; %s unmarks it while it waits", again)
	}
	return m.then()
}
