package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/help"
)

// sized is a pane that knows how large it would like to be.
type sized interface{ Wanted() (width, height int) }

// showHelp opens F1; the help itself closes at the same key.
func (m *Model) showHelp() tea.Cmd {
	own := m.page(m.Focus()).Scopes
	keys := help.New(m.Styles, m.Keys, own[0], own[1:]...)
	keys.SetScreen(m.screens.now().scopes...)
	if slices.Contains(own, views.Figures) { // not every page has a use for all of these keys
		keys.SetUseful(views.FullHelp(m.pane(m.Focus())))
	}
	return m.OpenOverlay("Keys", keys)
}
