package composer

import (
	"gatehouse/views"
)

// act does what a key of the table asks of the composer. Up and down go on
// from the first or last row into the prompts.
func (m *Model) act(action views.Action) views.Intent {
	if intent, ok := m.listKey(action); ok {
		return intent
	}
	if intent := m.dropLast(action); intent != nil {
		return intent
	}
	switch action {
	case views.ActSend:
		if m.Blank() {
			return views.Send{} // what waits in the document, if anything does
		}
		return views.Send{Text: m.Text()}
	case views.ActUp, views.ActDown:
		if !m.buf.Do(action) && !m.recall(action) && action == views.ActDown && m.chooses && m.Empty() {
			return views.ChooseOffer{}
		}
	default:
		m.buf.Do(action)
	}
	m.changed()
	return m.ask()
}

// recall puts the prompt before or after into the place of the text; ok is false where
// there is none.
func (m *Model) recall(action views.Action) (ok bool) {
	by := 1
	if action == views.ActUp {
		by = -1
	}
	text, ok := m.history.step(by, m.Text())
	if ok {
		m.buf.Set(text)
	}
	return ok
}
