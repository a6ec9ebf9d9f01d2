package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/talk"
	"gatehouse/views"
)

// build does what the builder's panes ask for.
func (m *Model) build(intent views.Intent) tea.Cmd {
	switch i := intent.(type) {
	case views.Edit, views.MoveElement, views.DeleteElement:
		return m.tell(m.desk.Edit(i), i)
	case views.Insert:
		return m.insert(i)
	case views.ReplaceDocument:
		return m.replace(i)
	case views.AddElement:
		return m.addElement(i.Pointer, i.Index)
	case views.EditText:
		return m.editPlace(i)
	case views.ShowCandidates:
		return m.showCandidates(i.Pointer)
	case views.ShowForm:
		return m.goToForm(i.Place, i.Enter)
	case views.ShowPlace:
		m.Overlays.Close()
		return m.goToPlace(i.Pointer)
	}
	return nil
}

// tell says what became of an edit, where that is not to be seen.
func (m *Model) tell(err error, intent views.Intent) tea.Cmd {
	if err != nil {
		return m.Notify("nothing was changed: %v", err)
	}
	if i, ok := intent.(views.DeleteElement); ok {
		return m.Notify("deleted %s; %s brings it back", i.What, m.Keys.Name(views.ActUndo))
	}
	return nil
}

// replace takes a whole document from raw editing. Keys that follow one
// another are one step to undo.
func (m *Model) replace(i views.ReplaceDocument) tea.Cmd {
	b, doc := &m.builder, i.Document
	if i.Base != nil { // an answer came to its end, say, while it was written
		doc = talk.Rebased(doc, i.Base, b.doc)
	}
	if err := m.desk.ReplaceTyped(doc); err != nil {
		b.source.Refuse(err.Error())
	}
	return nil
}

// insert puts an element into a list, and shows it.
func (m *Model) insert(i views.Insert) tea.Cmd {
	b := &m.builder
	chosen := m.Overlays.Top() != nil && b.adding != nil
	if chosen {
		m.Overlays.Close()
		if i.Pointer == views.ItemsSection.Pointer() {
			i.Index = shiftOf(b.adding, b.doc).gap(i.Index)
		}
		b.adding = nil
	}
	cmd := m.tell(m.desk.Edit(i), i)
	if !chosen {
		return cmd
	}
	return tea.Batch(cmd, m.refresh(), m.goToPlace(i.Pointer+"/"+itoa(i.Index)))
}
