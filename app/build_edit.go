package app

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/raw"
	"gatehouse/views"
)

// together is how long raw editing may rest and still be one step to undo.
const together = 2 * time.Second

// build does what the builder's panes ask for.
func (m *Model) build(intent views.Intent) tea.Cmd {
	conv, o := m.desk.chat().conv, m.bodyOptions()
	switch i := intent.(type) {
	case views.Edit:
		if pointer, ok := strings.CutPrefix(i.Pointer, headersBase); ok {
			return m.editHeader(pointer, i.Value)
		}
		return m.change(func(text string) (string, error) { return conv.Edit(i.Pointer, i.Value, text, o) })
	case views.Insert:
		return m.insert(i)
	case views.MoveElement:
		return m.change(func(text string) (string, error) { return conv.MoveElement(i.Pointer, i.From, i.To, text, o) })
	case views.DeleteElement:
		cmd := m.change(func(text string) (string, error) { return conv.Edit(i.Pointer, nil, text, o) })
		return tea.Batch(cmd, m.notify("deleted %s; %s brings it back", i.What, m.keys.Name(views.ActUndo)))
	case views.ReplaceDocument:
		return m.replace(i.Document)
	case views.AddElement:
		return m.addElement(i.Pointer, i.Index)
	case views.EditText:
		return m.editPlace(i)
	case views.ShowCandidates:
		return m.showCandidates(i.Pointer)
	case views.ShowForm:
		return m.goToForm(i.Place, i.Enter)
	case views.ShowPlace:
		m.closeOverlay()
		return m.goToPlace(i.Pointer)
	}
	return nil
}

// change makes an edit of the document, which may take the composer's text in
// or give it another one.
func (m *Model) change(edit func(text string) (left string, err error)) tea.Cmd {
	text := m.composer.Text()
	left, err := edit(text)
	if err != nil {
		return m.notify("nothing was changed: %v", err)
	}
	m.setText(text, left)
	return nil
}

// setText makes the composer's text what an edit left of it.
func (m *Model) setText(was, left string) {
	m.showFiles() // an edit may have taken them, or given them back
	if left != was {
		m.composer.SetText(left)
		m.arrange()
	}
	m.offer()
}

// replace takes a whole document from raw editing. Keys that follow one
// another are one step to undo.
func (m *Model) replace(doc []byte) tea.Cmd {
	b, text := &m.builder, m.composer.Text()
	joined := time.Since(b.typedAt) < together
	b.typedAt = time.Now()
	left, err := m.desk.chat().conv.ReplaceBody(doc, text, m.bodyOptions(), joined)
	if err != nil {
		b.source.Refuse(err.Error())
		return nil
	}
	m.setText(text, left)
	return nil
}

// settle takes raw editing in that has not been looked at yet, for what is
// about to use the document. It reports what is wrong with text that is broken.
func (m *Model) settle() (what string, broken bool) {
	if m.screens.shown != buildScreen {
		return "", false
	}
	if r, ok := m.builder.source.Settle().(views.ReplaceDocument); ok {
		m.replace(r.Document)
	}
	return m.builder.source.Broken()
}

// insert puts an element into a list, and shows it.
func (m *Model) insert(i views.Insert) tea.Cmd {
	conv, o := m.desk.chat().conv, m.bodyOptions()
	chosen := m.overlay() != nil
	m.closeOverlay()
	cmd := m.change(func(text string) (string, error) { return conv.Insert(i.Pointer, i.Index, i.Value, text, o) })
	if !chosen {
		return cmd
	}
	return tea.Batch(cmd, m.refresh(), m.goToPlace(i.Pointer+"/"+itoa(i.Index)))
}

// undo takes the last edit of the document back; redo makes it again.
func (m *Model) undo() tea.Cmd {
	if m.screens.shown == buildScreen && m.builder.source.GiveUp() {
		return nil // broken text is no edit: what is in force comes back
	}
	text := m.composer.Text()
	left, ok := m.desk.chat().conv.Undo(text)
	if !ok {
		return m.notify("there is no edit to undo")
	}
	m.builder.typedAt = time.Time{}
	m.setText(text, left)
	return nil
}

func (m *Model) redo() tea.Cmd {
	text := m.composer.Text()
	left, ok := m.desk.chat().conv.Redo(text)
	if !ok {
		return m.notify("there is no edit to redo")
	}
	m.builder.typedAt = time.Time{}
	m.setText(text, left)
	return nil
}

// editHeader sets a header of the shown conversation.
func (m *Model) editHeader(pointer string, value json.RawMessage) tea.Cmd {
	h := m.desk.chat().headers
	if err := h.edit(pointer, value); err != nil {
		return m.notify("the header was not set: %v", err)
	}
	m.builder.outline.SetHeaders(h.set())
	m.showForm(m.builder.place)
	return nil
}

// editPlace writes a text of the document in the person's editor.
func (m *Model) editPlace(i views.EditText) tea.Cmd {
	name := "text.md"
	if i.JSON {
		name = "value.json"
	}
	return m.inEditor(name, i.Text, func(m *Model, text string) tea.Cmd {
		value := json.RawMessage(raw.Quote(text))
		if i.JSON {
			value = json.RawMessage(text)
			if err := raw.Check(value); err != nil {
				return m.notify("nothing was changed, it is no JSON: %v", err)
			}
		}
		return m.build(views.Edit{Pointer: i.Pointer, Value: value})
	})
}
