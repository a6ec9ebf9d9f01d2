package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/help"
	"gatehouse/views/picker"
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

// showPalette lists every action with its keys, last those that are mere
// typing and moving: also they can be run when their keys do not arrive.
func (m *Model) showPalette() tea.Cmd {
	var items, last []picker.Item
	here, listed := m.keys(), map[views.Action]bool{}
	for _, row := range m.Keys.Commands() {
		if row.Scope == views.Overlay || row.Scope == views.Sharing || row.Action == views.ActPalette || listed[row.Action] {
			continue // the list itself has them
		}
		listed[row.Action] = true
		c, _ := here.Command(row.Action)
		key := ""
		if len(c.Keys) > 0 {
			key = views.KeyName(c.Keys[0])
		}
		item := picker.Item{
			Label:  string(c.Action),
			Words:  c.Help,
			Right:  key,
			Choose: func() views.Intent { return views.RunAction{Action: c.Action} },
		}
		if c.Hidden {
			last = append(last, item)
		} else {
			items = append(items, item)
		}
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(append(items, last...))
	return m.OpenOverlay("Palette", p)
}
