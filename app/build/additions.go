package build

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// listAdditions lists what can be added to the request: the fields that are not set,
// those of a group first, then plugins and tools, which go behind those there are.
func (s *Screen) listAdditions(group string) tea.Cmd {
	items := unsetFields(s.doc, group)
	for _, section := range []views.Section{views.PluginsSection, views.ToolsSection} {
		pointer := section.Pointer()
		list := scan.Get(s.doc, pointer[1:])
		if list != nil && scan.KindOf(list) != scan.Array {
			continue // it would be no element: the list of places says so
		}
		n := 0
		for range scan.Elements(list) {
			n++
		}
		kind := map[views.Section]string{views.PluginsSection: "plugin", views.ToolsSection: "tool"}[section]
		for _, item := range s.kinds(pointer, n) {
			item.Right = strings.TrimSpace(kind + " " + item.Right) // a tool's type: several have one title
			items = append(items, item)
		}
	}
	s.listed = s.doc
	return s.OpenList("Add to the request", items)
}

// unsetFields are the rows of the fields that a request does not have, those of one
// group first. What is deprecated or never set is not offered.
func unsetFields(doc []byte, first string) (items []picker.Item) {
	groups := field.Groups()
	if i := slices.IndexFunc(groups, func(g field.Group) bool { return g.Name == first }); i > 0 {
		groups = slices.Concat(groups[i:i+1], groups[:i], groups[i+1:])
	}
	for _, g := range groups {
		for _, f := range g.Fields {
			if f.Kind == field.Fixed || f.Deprecated != "" || scan.Get(doc, f.Name) != nil {
				continue
			}
			items = append(items, picker.Item{Label: f.Name, Words: f.Help, Right: g.Name, Choose: func() views.Intent {
				return views.SetField{Pointer: "/" + f.Name}
			}})
		}
	}
	return items
}

// setField goes to a field in its form and begins to write it, as enter does there.
func (s *Screen) setField(pointer string) tea.Cmd {
	s.Overlays.Close()
	s.listed = nil
	return tea.Batch(s.ShowPlace(pointer), s.Deliver(FormPane, views.Perform{Action: views.ActFormEdit}))
}
