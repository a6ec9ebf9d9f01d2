package build

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// listKinds lists the kinds of elements that a list may hold; the one that is
// chosen is inserted.
func (s *Screen) listKinds(pointer string, index int) tea.Cmd {
	what, others := "an item", "only items are listed here; plugins and tools have other sections"
	switch pointer {
	case views.PluginsSection.Pointer():
		what, others = "a plugin", "only plugins are listed here; tools and items have other sections"
	case views.ToolsSection.Pointer():
		what, others = "a tool", "only tools are listed here; plugins and items have other sections"
	}
	s.listed = s.doc
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(s.kinds(pointer, index))
	p.SetUnmatched(others)
	return s.OpenOverlay("Add "+what, p)
}

// kinds returns the rows of the kinds of elements that a list may hold, to be inserted at
// an index.
func (s *Screen) kinds(pointer string, index int) (items []picker.Item) {
	add := func(label, words, right string, value json.RawMessage, fields []field.Field) {
		about := "fields:"
		for _, row := range fieldRows("", "", "", fields) {
			about += " " + row.Label + " " + row.Words
		}
		items = append(items, picker.Item{Label: label, Words: words, About: about, Right: right, Verb: "add", Choose: func() views.Intent {
			return views.Insert{Pointer: pointer, Index: index, Value: value}
		}})
	}
	switch pointer {
	case views.PluginsSection.Pointer():
		for _, p := range field.Plugins() {
			add(p.ID, p.Help, "", p.New(), p.Fields)
		}
	case views.ToolsSection.Pointer():
		for _, t := range field.Tools(s.Link.ServiceWord()) {
			add(t.Title, t.Help, t.Type, t.Example, t.Fields)
		}
	default:
		for _, i := range field.Items(s.Link.ServiceWord()) {
			add(i.Title, i.Help, i.Group, i.JSON, nil)
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

// toWrite returns where in a new element the first text is that is still to be written, as the rest
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

// listAdditions lists what can be added to the request: the fields that are not set,
// those of a group first, then plugins and tools, which go after those there are.
func (s *Screen) listAdditions(group string) tea.Cmd {
	s.listed = s.doc
	return s.OpenList("Add to the request", append(unsetFields(s.doc, group), s.newElements()...))
}

// newElements are rows of the plugins and tools that can be added, after those there are.
func (s *Screen) newElements() (items []picker.Item) {
	for _, section := range []views.Section{views.PluginsSection, views.ToolsSection} {
		pointer := section.Pointer()
		list := scan.Get(s.doc, pointer[1:])
		if list != nil && scan.KindOf(list) != scan.Array {
			continue // it would be no element: the list of places reports that
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
	return items
}

// listFields lists the fields of the request, its headers, plugins and tools, its items, and the
// plugins and tools that can be added; each row leads to its place.
func (s *Screen) listFields() tea.Cmd {
	var items []picker.Item
	for _, g := range field.Groups() {
		show := views.ShowPlace{Pointer: "/" + g.Fields[0].Name}
		items = append(items, picker.Item{Label: g.Name, Right: "section", Choose: func() views.Intent { return show }})
		items = append(items, fieldRows(g.Name, "/", "", g.Fields)...)
	}
	items = append(items, fieldRows(views.HeadersGroup, desk.HeadersPointer+"/", "", desk.HeaderFields(false))...)
	for p, words := range s.outline.Elements() {
		show, name := views.ShowPlace{Pointer: p.Pointer()}, "item "+strconv.Itoa(p.Index)
		if p.Section != views.ItemsSection {
			f := s.formOf(p)
			name = f.Title
			items = append(items, fieldRows(words, p.Pointer()+"/", "", f.Fields)...)
		}
		items = append(items, picker.Item{Label: words, Right: name, Choose: func() views.Intent { return show }})
	}
	s.listed = s.doc
	return s.OpenList("Find in the request", append(items, s.newElements()...))
}

// fieldRows are rows of the fields of an object, and of the objects in it, which lead to them. The
// pointer is that of the object with a slash, and the path what is before the names.
func fieldRows(where, pointer, path string, fields []field.Field) (items []picker.Item) {
	also := field.Synonyms()
	for _, f := range fields {
		show := views.ShowPlace{Pointer: pointer + f.Name}
		items = append(items, picker.Item{Label: path + f.Name, Also: also[path+f.Name], Words: f.Help, Right: where, Choose: func() views.Intent { return show }})
		if f.Kind == field.Object {
			items = append(items, fieldRows(where, pointer+f.Name+"/", path+f.Name+".", f.Fields)...)
		}
	}
	return items
}

// unsetFields returns the rows of the fields that a request does not have, those of one
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

// itemMoves is where the items of one document are in another: those at its
// beginning and at its end are the same ones.
type itemMoves struct {
	head, tail int // items that are the same
	was, now   int // items in all
}

// compareItems compares the items of two documents. It parses both.
func compareItems(was, now []byte) itemMoves {
	a, b := itemsOf(was), itemsOf(now)
	m := itemMoves{was: len(a), now: len(b)}
	n := min(len(a), len(b))
	for m.head < n && scan.Same(a[m.head], b[m.head]) {
		m.head++
	}
	for m.tail < n-m.head && scan.Same(a[len(a)-1-m.tail], b[len(b)-1-m.tail]) {
		m.tail++
	}
	return m
}

func itemsOf(doc []byte) []json.RawMessage {
	var items []json.RawMessage
	if input := scan.Get(doc, "input"); scan.KindOf(input) == scan.Array {
		for _, item := range scan.Elements(input) {
			items = append(items, item)
		}
	}
	return items
}

// item returns the index of an item in the other document; ok is false for one that
// is not in it.
func (m itemMoves) item(i int) (now int, ok bool) {
	switch {
	case i < m.head:
		return i, true
	case i >= m.was-m.tail:
		return i + m.now - m.was, true
	}
	return i, m.was == m.now && m.head+m.tail == m.was-1 // it alone was edited
}

// gap returns the index in the other document at which an item is inserted: before
// the same item, or again at the end.
func (m itemMoves) gap(i int) int {
	if i >= m.was-m.tail {
		return i + m.now - m.was
	}
	return min(i, m.now)
}

// movedTo returns where the place of a JSON Pointer in one document is in another; ok
// is false where its item is not in it.
func movedTo(pointer string, was, now []byte) (there string, ok bool) {
	list := views.ItemsSection.Pointer()
	rest, inItem := strings.CutPrefix(pointer, list+"/")
	index, rest, deeper := strings.Cut(rest, "/")
	i, err := strconv.Atoi(index)
	if !inItem || err != nil {
		return pointer, true
	}
	i, ok = compareItems(was, now).item(i)
	there = list + "/" + strconv.Itoa(i)
	if deeper {
		there += "/" + rest
	}
	return there, ok
}
