package app

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
)

// editPlace writes a text of the document in the person's editor.
func (m *Model) editPlace(i views.EditText) tea.Cmd {
	name := "text.md"
	if i.JSON {
		name = "value.json"
	}
	c, was := m.desk.Shown(), m.builder.doc
	return m.InEditor(name, i.Text, func(text string) tea.Cmd {
		now, err := m.desk.Body()
		pointer, ok := carried(i.Pointer, was, now)
		if err != nil || !ok || m.desk.Shown() != c {
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
