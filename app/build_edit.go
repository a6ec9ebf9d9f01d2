package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/talk"
	"gatehouse/views"
)

// together is how long raw editing may rest and still be one step to undo.
const together = 2 * time.Second

// build does what the builder's panes ask for.
func (m *Model) build(intent views.Intent) tea.Cmd {
	switch i := intent.(type) {
	case views.Edit, views.MoveElement, views.DeleteElement:
		return m.tell(m.edit(i), i)
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

// edit makes an edit of the document, or of the headers beside it.
func (m *Model) edit(intent views.Intent) error {
	conv, o := m.desk.chat().conv, m.bodyOptions()
	return m.onDocument(func(text string) (string, error) {
		switch i := intent.(type) {
		case views.Edit:
			if pointer, ok := strings.CutPrefix(i.Pointer, headersBase); ok {
				return conv.EditBeside(text, func() error { return m.editHeader(pointer, i.Value) })
			}
			return conv.Edit(i.Pointer, i.Value, text, o)
		case views.DeleteElement:
			return conv.Edit(i.Pointer, nil, text, o)
		case views.MoveElement:
			return conv.MoveElement(i.Pointer, i.From, i.To, text, o)
		case views.Insert:
			return conv.Insert(i.Pointer, i.Index, i.Value, text, o)
		}
		return text, nil
	})
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

// change makes an edit of the document, which may take the composer's text in
// or give it another one.
func (m *Model) change(edit func(text string) (left string, err error)) tea.Cmd {
	return m.tell(m.onDocument(edit), nil)
}

// setText makes the composer's text what an edit left of it.
func (m *Model) setText(was, left string) {
	m.showFiles() // an edit may have taken them, or given them back
	if left != was {
		m.composer.SetText(left)
		m.Arrange()
	}
	m.offer()
}

// replace takes a whole document from raw editing. Keys that follow one
// another are one step to undo.
func (m *Model) replace(i views.ReplaceDocument) tea.Cmd {
	b, doc := &m.builder, i.Document
	if i.Base != nil { // an answer came to its end, say, while it was written
		doc = talk.Rebased(doc, i.Base, b.doc)
	}
	joined := time.Since(b.typedAt) < together
	b.typedAt = time.Now()
	err := m.onDocument(func(text string) (string, error) {
		return m.desk.chat().conv.ReplaceBody(doc, text, m.bodyOptions(), joined)
	})
	if err != nil {
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
	cmd := m.tell(m.edit(i), i)
	if !chosen {
		return cmd
	}
	return tea.Batch(cmd, m.refresh(), m.goToPlace(i.Pointer+"/"+itoa(i.Index)))
}

// editHeader sets a header of the shown conversation.
func (m *Model) editHeader(pointer string, value json.RawMessage) error {
	if err := m.desk.chat().headers.edit(pointer, value); err != nil {
		return fmt.Errorf("the header was not set: %w", err)
	}
	return nil
}
