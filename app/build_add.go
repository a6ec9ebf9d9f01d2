package app

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// addElement lists the kinds of elements that a list may hold; the one that is
// chosen is put in.
func (m *Model) addElement(pointer string, index int) tea.Cmd {
	var items []picker.Item
	add := func(label, words, right string, value json.RawMessage) {
		items = append(items, picker.Item{Label: label, Words: words, Right: right, Choose: func() views.Intent {
			return views.Insert{Pointer: pointer, Index: index, Value: value}
		}})
	}
	title := "Add an item"
	switch pointer {
	case views.PluginsSection.Pointer():
		title = "Add a plugin"
		for _, p := range field.Plugins() {
			add(p.ID, p.Help, "", p.New())
		}
	case views.ToolsSection.Pointer():
		title = "Add a tool"
		for _, t := range field.Tools(m.ServiceWord()) {
			add(t.Title, t.Help, t.Type, t.Example)
		}
	default:
		for _, i := range field.Items(m.ServiceWord()) {
			add(i.Title, i.Help, i.Group, i.JSON)
		}
	}
	m.builder.adding = m.builder.doc
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	return m.OpenOverlay(title, p)
}
