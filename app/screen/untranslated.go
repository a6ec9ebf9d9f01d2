package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/approve"
)

// ShowUntranslated lists what a request for /responses lacks of the one that it was made
// of, a line each: nothing where there is none. Without a choice it can be closed.
func (h *Host) ShowUntranslated(lines []string, choices ...approve.Choice) tea.Cmd {
	if len(lines) == 0 {
		return nil
	}
	if choices == nil {
		choices = []approve.Choice{{Words: "continue without", Intent: views.Close{}}}
	}
	title := "Not translated to /responses: " + figures.Counted(len(lines), "value")
	return h.OpenOverlay(title, approve.New(h.Styles, h.Keys, strings.Join(lines, "\n"), choices...))
}
