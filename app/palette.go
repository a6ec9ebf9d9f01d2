package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

const (
	recentActions = 5 // that are first in the palette
	aboutRows     = 3 // that describe its selected row, with the blank one above
)

// showPalette lists every action by its name: first what was chosen from it last, then what does
// something here, of the focused page first. The rest is dim: what another screen does, the fields of
// the request, and at the end typing and moving, for terminals whose keys do not arrive.
func (m *Model) showPalette() tea.Cmd {
	p := picker.New(m.Styles, m.Keys)
	p.SetAbout(aboutRows)
	p.SetItems(m.paletteRows())
	return m.OpenOverlay("Commands", p)
}

// paletteRows returns the rows of the palette in the order that showPalette describes.
func (m *Model) paletteRows() []picker.Item {
	var recent, focused, here, otherPages, idle, elsewhere, moves, common []picker.Item
	last := m.Used.Actions[:min(len(m.Used.Actions), recentActions)]
	keys, listed := m.keys(), map[views.Action]bool{views.ActPalette: true}
	scopes, focus := m.scopesHere(), m.page(m.Focus()).Scopes
	for _, row := range m.Keys.Commands() {
		if row.Scope == views.Overlay || row.Scope == views.Sharing || listed[row.Action] {
			continue // the list itself has them
		}
		listed[row.Action] = true
		c, _ := keys.Command(row.Action)
		item := m.paletteRow(c)
		switch at := slices.Index(last, c.Action); {
		case c.Scope == views.Common:
			item.Dim, item.Words = true, "nothing here"
			common = append(common, item)
		case at >= 0:
			recent = append(recent, item)
		case m.idle(c):
			item.Dim, item.Words = true, "nothing here"
			idle = append(idle, item)
		case c.Hidden:
			item.Dim = true
			moves = append(moves, item)
		case slices.Contains(focus, c.Scope):
			focused = append(focused, item)
		case c.Scope == views.Global:
			here = append(here, item)
		case slices.Contains(scopes, c.Scope):
			otherPages = append(otherPages, item)
		case c.Scope == views.Preview: // a key of the preview does it there
			item.Choose = func() views.Intent { return views.RunAction{Action: views.ActPreview, Listed: true} }
			item.Words = "in the preview"
			here = append(here, item)
		default:
			item.Dim, item.Words = true, "in "+m.placeOf(c.Scope)
			elsewhere = append(elsewhere, item)
		}
	}
	slices.SortStableFunc(recent, func(a, b picker.Item) int {
		return slices.Index(last, a.Action) - slices.Index(last, b.Action)
	})
	return slices.Concat(recent, focused, here, otherPages, idle, elsewhere, m.fieldRows(), moves, common)
}

// idle reports whether an action of the shown screen has nothing to do now.
func (m *Model) idle(c views.Command) bool {
	s, ok := m.screens.current().Screen.(screen.Idler)
	return ok && s.Idle(c)
}

// paletteRow returns the row of an action.
func (m *Model) paletteRow(c views.Command) picker.Item {
	item := picker.Item{
		Label: c.Name, Also: string(c.Action) + ", " + c.Also, About: c.Help, Action: c.Action,
		Choose: func() views.Intent { return views.RunAction{Action: c.Action, Listed: true} },
	}
	if len(c.Keys) > 0 {
		item.Right = views.KeyName(c.Keys[0])
		if by := m.Keys.ByLeader(c.Keys[0]); by != "" {
			item.About = item.Right + " or " + by + ". " + item.About
		}
	}
	return item
}

// scopesHere returns the scopes whose keys work somewhere on the shown screen.
func (m *Model) scopesHere() []views.Scope {
	scopes := slices.Clone(m.screens.current().scopes)
	for _, p := range screen.Present(m.screens.current().Pages()) {
		scopes = append(scopes, p.Scopes...)
	}
	return scopes
}

// placeOf returns the name of the screen on which a scope's keys work, else that of the scope's place.
func (m *Model) placeOf(s views.Scope) string {
	for _, r := range m.screens.rows {
		if slices.Contains(r.scopes, s) || slices.ContainsFunc(r.Pages(), func(p screen.Page) bool { return slices.Contains(p.Scopes, s) }) {
			return r.name
		}
	}
	return strings.ToLower(strings.TrimPrefix(s.Where(), "In "))
}

// fieldRows returns the rows for what has no action: an attached file, and each field of the request,
// which is found in Build.
func (m *Model) fieldRows() (rows []picker.Item) {
	rows = append(rows, picker.Item{
		Label: "Attach a file", Also: "upload, image, picture, pdf, vision, document, drag and drop", Words: "@ and a path",
		About:  "Writes @ in your message: continue with a path. A path that is pasted or dropped is attached too.",
		Choose: func() views.Intent { return views.NameFile{} },
	})
	also := field.Synonyms()
	for _, g := range field.Groups() {
		for _, f := range g.Fields {
			if f.Kind == field.Fixed || f.Name == "model" { // there is an action for the model
				continue
			}
			rows = append(rows, picker.Item{
				Label: "Set " + f.Name, Also: also[f.Name], Words: "in " + m.placeOf(views.Form), About: f.Help, Dim: true,
				Choose: func() views.Intent { return views.ShowField{Name: f.Name} },
			})
		}
	}
	return rows
}
