package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// sendNow sends the document from any screen, where there is something in it to
// be answered. One without it is sent from its preview alone, where a person has
// looked at it: it costs money too.
func (m *Model) sendNow() tea.Cmd {
	m.takeBack()
	if why := m.asksNothing(); why != "" {
		return m.Notify("nothing was sent: %s; %s shows the request, and sends it all the same", why, m.Keys.Name(views.ActPreview))
	}
	return m.sendDocument(m.text(), false)
}

// sendShown sends the document as its preview shows it.
func (m *Model) sendShown() tea.Cmd {
	m.takeBack()
	return m.sendDocument(m.text(), false)
}

// asksNothing says what to do where nothing of the document is to be answered:
// it has no input, or ends in an answer that came to what was sent. It is empty
// where it asks something: a request that was loaded, or built, may end as it
// will.
func (m *Model) asksNothing() (why string) {
	c := m.desk.chat()
	if wrong := m.settle(); wrong != "" || c.run != nil {
		return "" // it is not sent, which is said elsewhere
	}
	text := m.text()
	if text != "" || len(c.conv.Attached()) > 0 {
		return ""
	}
	body, err := m.bodyWith(c, text)
	if err != nil {
		return ""
	}
	switch t, input := c.conv.Current, scan.Get(body, "input"); {
	case c.edit != nil:
		return "the text is empty; write something, or " + m.Keys.Name(views.ActStop) + " leaves it as it was"
	case isNothing(input):
		return "nothing is asked yet; write something, or " + m.Keys.Name(views.ActOpen) + " opens a request"
	case t != nil && (t.Exchange != nil || t.Saved != nil) && !c.conv.Pending():
		return m.answered(t)
	}
	return ""
}

// answered says that a turn has its answer, and what can be done then.
func (m *Model) answered(t *talk.Turn) string {
	words := "all is answered; write more"
	if x := t.Told(); x != nil && x.Verdict != state.Completed {
		words = "there is an answer already, if not a whole one; write more"
	}
	if answerAlone(t) {
		return words
	}
	return words + ", or " + m.Keys.Name(views.ActResend) + " asks the same again"
}

// isNothing reports whether an input holds neither an item nor a letter.
func isNothing(input []byte) bool {
	switch scan.KindOf(input) {
	case scan.Array:
		for range scan.Elements(input) {
			return false
		}
		return true
	case scan.String:
		return scan.TextLen(input) == 0
	}
	return scan.IsNull(input)
}
