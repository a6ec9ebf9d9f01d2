package build

import (
	"encoding/json"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// listKinds lists the kinds of elements that a list may hold; the one that is
// chosen is inserted.
func (s *Screen) listKinds(pointer string, index int) tea.Cmd {
	what, others := "an item", "only items are listed here; plugins and tools have sections of their own"
	switch pointer {
	case views.PluginsSection.Pointer():
		what, others = "a plugin", "only plugins are listed here; tools and items have sections of their own"
	case views.ToolsSection.Pointer():
		what, others = "a tool", "only tools are listed here; plugins and items have sections of their own"
	}
	s.listed = s.doc
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(s.kinds(pointer, index))
	p.SetUnmatched(others)
	return s.OpenOverlay("Add "+what, p)
}

// kinds are the rows of the kinds of elements that a list may hold, to be inserted at
// an index.
func (s *Screen) kinds(pointer string, index int) (items []picker.Item) {
	add := func(label, words, right string, value json.RawMessage) {
		items = append(items, picker.Item{Label: label, Words: words, Right: right, Choose: func() views.Intent {
			return views.Insert{Pointer: pointer, Index: index, Value: value}
		}})
	}
	switch pointer {
	case views.PluginsSection.Pointer():
		for _, p := range field.Plugins() {
			add(p.ID, p.Help, "", p.New())
		}
	case views.ToolsSection.Pointer():
		for _, t := range field.Tools(s.Link.ServiceWord()) {
			add(t.Title, t.Help, t.Type, t.Example)
		}
	default:
		for _, i := range field.Items(s.Link.ServiceWord()) {
			add(i.Title, i.Help, i.Group, i.JSON)
		}
	}
	return items
}

// insert inserts an element into a list. One that was chosen from the list of kinds is shown,
// where its first text is to be written; an answer that ended while that was open may have moved its
// index.
func (s *Screen) insert(i views.Insert) tea.Cmd {
	chosen := s.Overlays.Top() != nil && s.listed != nil
	if !chosen {
		return s.edit(i)
	}
	s.Overlays.Close()
	if i.Pointer == views.ItemsSection.Pointer() {
		i.Index = compareItems(s.listed, s.doc).gap(i.Index)
	}
	s.listed = nil
	return tea.Batch(s.edit(i), s.refresh(), s.ShowPlace(i.Pointer+"/"+strconv.Itoa(i.Index)+toWrite(i.Value)))
}

// toWrite is where in a new element the first text is that is still to be written, as the rest
// of a JSON Pointer; empty for none.
func toWrite(element []byte) string {
	for m := range scan.Members(element) {
		if string(m.Value) == `""` {
			return "/" + m.Key
		}
		for _, first := range scan.Elements(m.Value) {
			if below := toWrite(first); below != "" {
				return "/" + m.Key + "/0" + below
			}
			break // the others are like it
		}
	}
	return ""
}
