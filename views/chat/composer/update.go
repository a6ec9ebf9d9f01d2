package composer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if looksLikePath(msg.Content) {
			return views.Ask(views.AttachPasted{Text: msg.Content})
		}
		m.Insert(msg.Content)
		return views.Answer{Used: msg.Content != ""}
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y)
	case tea.KeyPressMsg, views.Perform:
		if action := m.keys.Asked(msg, views.Composer); action != "" {
			return m.act(action)
		}
		switch m.keys.Asked(msg, views.Global) {
		case views.ActNextPane:
			if m.Completing() {
				return views.AnswerOf(m.extend(), nil, true)
			}
		case views.ActStop:
			if m.closeList() {
				return views.Answer{Used: true}
			}
			return views.Ask(views.Cancel{})
		}
		if typed := views.Typed(msg); typed != "" {
			m.Insert(typed)
			return views.AnswerOf(m.ask(), nil, true)
		}
	}
	return views.Answer{}
}

// act does what a key of the table asks of the composer. Up and down continue from the first
// or last row into the prompts.
func (m *Model) act(action views.Action) views.Answer {
	if answer, ok := m.listKey(action); ok {
		return answer
	}
	switch {
	case action == views.ActSend && m.Blank():
		return views.Ask(views.Send{}) // what waits in the document, if anything does
	case action == views.ActSend:
		return views.Ask(views.Send{Text: m.Text()})
	case action == views.ActDeleteBack && len(m.chips) > 0 && m.buf.At() == 0:
		return views.Ask(views.Detach{Index: len(m.chips) - 1})
	case m.buf.Do(action), m.recall(action):
		m.changed()
		return views.AnswerOf(m.ask(), nil, true)
	case action == views.ActDown && m.chooses && m.Empty():
		return views.Ask(views.ChooseOffer{})
	}
	return views.Answer{}
}

// click puts the cursor at a cell of the pane, or takes what was clicked: a
// path of the list, the cross of a file.
func (m *Model) click(x, y int) views.Answer {
	if y < m.shownAbove() {
		return m.clickAbove(x, y-m.noteRows())
	}
	used := m.buf.Click(y-m.shownAbove()+m.top, x-promptWidth)
	m.changed()
	return views.Answer{Used: used}
}

// clickAbove takes what is in a row below the note.
func (m *Model) clickAbove(x, y int) views.Answer {
	switch list := y - m.chipRows(); {
	case y < 0:
	case list < 0:
		if i := m.chipAt(x); i >= 0 {
			return views.Ask(views.Detach{Index: i})
		}
	case list < m.listRows():
		m.complete.at = m.listTop() + list
		return views.AnswerOf(m.choose(), nil, true)
	}
	return views.Answer{}
}

// recall replaces the text by the prompt before (up) or after it (down); ok is false where
// there is none.
func (m *Model) recall(action views.Action) (ok bool) {
	by := 1
	switch action {
	case views.ActUp:
		by = -1
	case views.ActDown:
	default:
		return false
	}
	text, ok := m.history.step(by, m.Text())
	if ok {
		m.buf.Set(text)
	}
	return ok
}

// history holds the prompts of this launch. The unsent text and the changes made to older
// prompts are preserved while the user walks through it.
type history struct {
	past   []string
	edited []string // past, the text being written; nil: not walking
	at     int
}

// remember adds a prompt that was sent and ends the walk. A repeat of the last
// one is not added.
func (h *history) remember(text string) {
	h.edited = nil
	if n := len(h.past); text == "" || n > 0 && h.past[n-1] == text {
		return
	}
	h.past = append(h.past, text)
}

// step moves by -1 or 1 and returns the text there; ok is false at either end.
func (h *history) step(by int, current string) (text string, ok bool) {
	if h.edited == nil {
		if by > 0 || len(h.past) == 0 {
			return "", false
		}
		h.edited = slices.Concat(h.past, []string{current})
		h.at = len(h.past)
	}
	h.edited[h.at] = current
	to := h.at + by
	if to < 0 || to >= len(h.edited) {
		return "", false
	}
	h.at = to
	return h.edited[to], true
}
