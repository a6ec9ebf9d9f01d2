package app

import (
	tea "charm.land/bubbletea/v2"
)

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
	if left != was {
		m.composer.SetText(left)
		m.arrange()
	}
	m.offer()
}

// undo takes the last edit of the document back; redo makes it again.
func (m *Model) undo() tea.Cmd {
	text := m.composer.Text()
	left, ok := m.desk.chat().conv.Undo(text)
	if !ok {
		return m.notify("there is no edit to undo")
	}
	m.setText(text, left)
	return nil
}

func (m *Model) redo() tea.Cmd {
	text := m.composer.Text()
	left, ok := m.desk.chat().conv.Redo(text)
	if !ok {
		return m.notify("there is no edit to redo")
	}
	m.setText(text, left)
	return nil
}
