package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/body"
	"gatehouse/views/help"
	"gatehouse/views/picker"
)

// overlay is a pane that lies over the screen, with its place. It takes every
// key but those that stop and quit.
type overlay struct {
	id          paneID
	title       string
	pane        views.Pane
	frame, rect views.Rect
}

// sized is a pane that knows how large it would like to be.
type sized interface{ Wanted() (width, height int) }

// overlays are those that are open, the top one last.
type overlays struct {
	open   []*overlay
	serial int // of the last that was opened
}

// overlay returns the overlay on top, or nil.
func (m *Model) overlay() *overlay {
	if n := len(m.overlays.open); n > 0 {
		return m.overlays.open[n-1]
	}
	return nil
}

// open puts a pane on top. The title may hold what came from a file or the
// wire.
func (m *Model) open(title string, pane views.Pane) tea.Cmd {
	m.overlays.serial++
	o := &overlay{id: firstOverlay + paneID(m.overlays.serial), title: body.SanitizeLine(title), pane: pane}
	m.overlays.open = append(m.overlays.open, o)
	m.arrange()
	return address(o.id, pane.SetFocus(true))
}

// closeOverlay takes the top one away.
func (m *Model) closeOverlay() {
	if n := len(m.overlays.open); n > 0 {
		m.keepWritten(m.overlays.open[n-1])
		m.overlays.open = m.overlays.open[:n-1]
	}
	if len(m.overlays.open) == 0 {
		m.models.picker = nil
	}
}

// showHelp opens F1; the help itself closes at the same key.
func (m *Model) showHelp() tea.Cmd {
	return m.open("Keys", help.New(m.styles, m.keys, m.scope()))
}

// showPalette lists every action with its keys, last those that are mere
// typing and moving: also they can be run when their keys do not arrive.
func (m *Model) showPalette() tea.Cmd {
	var items, last []picker.Item
	for _, c := range m.keys.Commands() {
		if c.Scope == views.Overlay || c.Action == views.ActPalette {
			continue // the list itself has them
		}
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
	p := picker.New(m.styles, m.keys)
	p.SetItems(append(items, last...))
	return m.open("Palette", p)
}
