package app

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/form"
)

// toolsGroup is the group of fields in which tools are named.
const toolsGroup = "tools"

func itoa(n int) string { return strconv.Itoa(n) }

// showForm shows a place of the document in the form.
func (m *Model) showForm(p views.Place) {
	b := &m.builder
	b.place = p
	b.served++
	doc := b.doc
	if p.Group == views.HeadersGroup {
		head := append(append([]byte("{"), scan.Quote(desk.HeadersPointer[1:])...), ':')
		doc = append(append(head, m.desk.Shown().Headers.Document()...), '}')
	}
	b.form.SetForm(m.formOf(p))
	b.form.SetDocument(doc, b.served)
	m.showFindings()
}

// formOf is the form of a place.
func (m *Model) formOf(p views.Place) form.Form {
	doc := m.builder.doc
	switch p.Section {
	case views.RequestSection:
		if p.Group == toolsGroup {
			m.suggestNames()
		}
		return groupForm(p.Group, doc)
	case views.PluginsSection:
		plugin := at(doc, p)
		f := pluginForm(p, plugin, m.ServiceWord())
		m.foretell(&f, plugin)
		return f
	case views.ToolsSection:
		return toolForm(p, at(doc, p), m.ServiceWord())
	}
	return itemForm(p, at(doc, p))
}

// at is the element that stands at a place; nil for none.
func at(doc []byte, p views.Place) []byte {
	from, to, ok := talk.PlaceOf(doc, p.Pointer())
	if !ok {
		return nil
	}
	return doc[from:to]
}

func groupForm(group string, doc []byte) form.Form {
	if group == views.HeadersGroup {
		return form.Form{
			Title: "headers", Base: desk.HeadersPointer, Fields: desk.HeaderFields(scan.Get(doc, "session_id") != nil),
			Intro: []string{"What goes out beside the document. A saved request does not hold it."},
		}
	}
	f := form.Form{Title: group}
	for _, g := range field.Groups() {
		if g.Name == group {
			f.Fields = g.Fields
		}
	}
	return f
}

func pluginForm(p views.Place, plugin []byte, word string) form.Form {
	if plugin == nil {
		return adderForm("plugins", "A plugin changes what happens to the request on its way.")
	}
	id := scan.Text(scan.Get(plugin, "id"))
	f := form.Form{Title: id, Base: p.Pointer(), Others: true, Hide: []string{"id"}}
	kind, ok := field.FindPlugin(id)
	if !ok {
		f.Title, f.Intro = "plugin", []string{"There is no plugin of this id; its members are shown as JSON."}
		f.Hide = nil
		return f
	}
	f.Fields, f.Intro = field.WithTools(kind.Fields, word), []string{kind.Help}
	return f
}

func toolForm(p views.Place, tool []byte, word string) form.Form {
	if tool == nil {
		return adderForm("tools", "A tool is something that the model may ask for.")
	}
	kind, ok := field.FindTool(tool)
	f := form.Form{Title: kind.Title, Base: p.Pointer(), Fields: field.WithTools(kind.Fields, word), Others: true, Hide: []string{"type"}, Intro: []string{kind.Help}}
	if !ok {
		f.Hide = nil
		f.Intro = []string{"A kind of tool that is not known here; its members are shown as JSON."}
	}
	return f
}

func itemForm(p views.Place, item []byte) form.Form {
	if item == nil {
		return adderForm("input", "The items of the conversation, in their order.")
	}
	kind, ok := field.FindItem(item)
	f := form.Form{Title: kind.Title, Base: p.Pointer(), Fields: kind.Fields, Others: true, Hide: []string{"type"}, Intro: []string{kind.Help}}
	if !ok {
		f.Hide = nil
		f.Intro = []string{"A kind of item that is not known here; its members are shown as JSON."}
	}
	return f
}

// adderForm stands in the place behind the last element of a list.
func adderForm(title, help string) form.Form {
	return form.Form{Title: title, Base: "/(none)", Intro: []string{help, "enter in the list adds one."}}
}

// goToForm shows the form of a place, and with enter goes there.
func (m *Model) goToForm(p views.Place, enter bool) tea.Cmd {
	m.showForm(p)
	if p.Section != views.RequestSection { // a group has no place of its own
		m.builder.source.Show(p.Pointer())
	}
	if enter {
		return m.SetFocus(formPane)
	}
	return nil
}

// goToPlace goes to what a JSON Pointer names: in the form where that shows
// it, else in the JSON.
func (m *Model) goToPlace(pointer string) tea.Cmd {
	from := m.Focus()
	cmd := m.Refreshed(m.showBuild())
	m.builder.source.Show(pointer)
	p, ok := m.builder.outline.Show(pointer)
	switch {
	case !ok && from == sourcePane:
		return tea.Batch(cmd, m.Notify("no form shows this place; it is edited here"))
	case !ok:
		return tea.Batch(cmd, m.SetFocus(sourcePane))
	}
	m.showForm(p)
	m.builder.form.Show(pointer)
	return tea.Batch(cmd, m.SetFocus(formPane))
}

// Refreshed implements screen.Root.
func (m *Model) Refreshed(cmd tea.Cmd) tea.Cmd {
	for i := range m.screens.rows {
		if more := m.screens.rows[i].Refresh(); more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return cmd
}
