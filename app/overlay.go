package app

import (
	"errors"
	"slices"
	"strings"

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
func (m *Model) closeOverlay() { m.dismiss(m.overlay()) }

// dismiss takes an overlay away, wherever it lies; ok is false where it is not
// open: what it was waiting for is then not waited for any more.
func (m *Model) dismiss(o *overlay) (ok bool) {
	at := slices.Index(m.overlays.open, o)
	if at >= 0 {
		m.keepWritten(o)
		m.overlays.open = slices.Delete(m.overlays.open, at, at+1)
	}
	if len(m.overlays.open) == 0 {
		m.models.picker = nil
	}
	return at >= 0
}

// overlayFault says in the overlay on top why what was written there cannot be
// taken, so that nothing is lost; without such an overlay it is a notice.
func (m *Model) overlayFault(err error) tea.Cmd { return m.faultIn(m.overlay(), err) }

// faultIn is overlayFault for an overlay that need not be the top one.
func (m *Model) faultIn(o *overlay, err error) tea.Cmd {
	if o != nil && slices.Contains(m.overlays.open, o) {
		if p, ok := o.pane.(interface{ SetFault(fault string) }); ok {
			p.SetFault(err.Error())
			m.drawn.ok = false
			return nil
		}
	}
	return m.notify("nothing was changed: %v", err)
}

// pathFault is faultIn for what is wrong with a path: where that was written it
// is not said again.
func (m *Model) pathFault(o *overlay, path string, err error) tea.Cmd {
	if slices.Contains(m.overlays.open, o) {
		err = errors.New(strings.TrimPrefix(err.Error(), path+": "))
	}
	return m.faultIn(o, err)
}

// showHelp opens F1; the help itself closes at the same key.
func (m *Model) showHelp() tea.Cmd {
	var others []views.Scope
	if m.screens.shown == inspectScreen {
		others = append(scopesOf(m.focus())[1:], views.Inspect)
	}
	keys := help.New(m.styles, m.keys, m.scope(), others...)
	keys.SetIdle(idleIn(m.focus()))
	return m.open("Keys", keys)
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
