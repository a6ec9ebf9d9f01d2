package app

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
)

// onDocument runs an edit on the document that is shown, and makes the
// composer's text what is left of it. While a turn is edited, the document is
// that of the branch which its text will begin.
func (m *Model) onDocument(edit func(text string) (left string, err error)) error {
	c, text := m.desk.chat(), m.text()
	conv, was, from := c.conv, c.conv.Current, c.parent()
	if from != was {
		conv.Select(from)
	}
	left, err := edit(text)
	switch {
	case c.edit == nil:
		c.resumeEdit(from)
	case conv.Current == from:
		if from != was {
			conv.Select(was)
		}
	default: // the branch stands in the document now
		c.left = &leftEdit{turn: c.edit, at: was, unsent: c.unsent, beside: c.beside}
		m.leaveEdit()
	}
	if c.edit != nil {
		m.showEdit()
	}
	if err != nil {
		return err
	}
	m.setText(text, left)
	return nil
}

// editPlace writes a text of the document in the person's editor.
func (m *Model) editPlace(i views.EditText) tea.Cmd {
	name := "text.md"
	if i.JSON {
		name = "value.json"
	}
	c, was := m.desk.chat(), m.builder.doc
	return m.InEditor(name, i.Text, func(text string) tea.Cmd {
		now, err := m.bodyWith(m.desk.chat(), m.text())
		pointer, ok := carried(i.Pointer, was, now)
		if err != nil || !ok || m.desk.chat() != c {
			return tea.Batch(m.Copy("your text", text), m.Notify("nothing was changed: what you wrote about stands elsewhere by now; your text is in the clipboard"))
		}
		value := json.RawMessage(scan.Quote(text))
		if i.JSON {
			value = json.RawMessage(text)
			if err := scan.Check(value); err != nil {
				return m.Notify("nothing was changed, it is no JSON: %v", err)
			}
		}
		return m.build(views.Edit{Pointer: pointer, Value: value})
	})
}
