package app

import (
	"encoding/json"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// editTurn puts the message of a turn into the composer; sending it makes a
// branch beside that turn. What was being written is kept among the prompts. A
// turn without such a message is edited in the builder, or the request that is
// looked at is opened there at a place.
func (m *Model) editTurn(id int, pointer string) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	if turn == nil {
		return nil
	}
	if answerAlone(turn) {
		return m.Notify("%s: there is no text to edit", noRequest(turn))
	}
	switch _, ok := turn.Message(); {
	case pointer != "" && turn == m.inspected() && !composes(turn, pointer):
		return m.relax(nil, pointer)
	case len(turn.Input) > 0 && !ok:
		return m.editItems(turn)
	}
	m.beginEdit(turn)
	return m.SetFocus(composerPane)
}

// composes reports whether the composer holds the text at a place of a turn's
// request when the turn is edited.
func composes(turn *talk.Turn, pointer string) bool {
	if turn.Exchange == nil {
		return true
	}
	doc := turn.Exchange.Request
	from, to, ok := talk.PlaceOf(doc, pointer)
	text, _ := message(turn)
	return ok && scan.KindOf(doc[from:to]) == scan.String && scan.Text(doc[from:to]) == text
}

// typed reports whether the composer writes a turn's input again just as it
// went out: it is one message that was typed there.
func typed(t *talk.Turn) bool {
	if _, ok := t.Message(); !ok || len(t.Input) != 1 || t.Stood() {
		return false
	}
	var c talk.Conversation
	text, parts := talk.TakeApart(t.Input[0])
	c.Attach(parts)
	return scan.Same(c.Prompt(text), t.Input[0])
}

// beginEdit puts a turn's message into the composer: its text and what is
// attached to it.
func (m *Model) beginEdit(turn *talk.Turn) {
	c := m.desk.chat()
	m.composer.Remember(m.composer.Text())
	if c.edit == nil {
		c.unsent, c.beside = m.composer.Text(), c.conv.Attached()
	}
	c.edits(turn)
	text, parts := message(turn)
	m.composer.SetText(text)
	c.conv.Attach(parts)
	m.showFiles()
	m.showEdit()
}

// message returns the text and the other parts of the message of a turn that is
// edited; nothing where there is none.
func message(turn *talk.Turn) (text string, parts []json.RawMessage) {
	at, ok := turn.Message()
	if !ok {
		return "", nil
	}
	return talk.TakeApart(turn.Input[at])
}

// unanswered returns the last turn when nothing of an answer to it came and
// nothing is being written instead; else nil. Its message is no part of the
// document.
func (m *Model) unanswered() *talk.Turn {
	c := m.desk.chat()
	t := c.conv.Current
	if t == nil || c.run != nil || c.edit != nil || m.text() != "" || len(c.conv.Attached()) > 0 {
		return nil
	}
	if sent, _ := t.Sent(); sent {
		return nil
	}
	if _, ok := t.Message(); !ok {
		return nil
	}
	return t
}

// takeBack puts the message of a turn that was not answered into the composer
// again, to go out beside that turn: what is sent, built, looked at or saved
// next is then what the transcript shows as said. It reports whether there was
// one.
func (m *Model) takeBack() bool {
	t := m.unanswered()
	if t == nil {
		return false
	}
	m.beginEdit(t)
	return true
}

// editItems goes to the items of a turn that the composer cannot hold, such as
// the output of a call: they are edited in the builder, in a branch without what
// came after them.
func (m *Model) editItems(turn *talk.Turn) tea.Cmd {
	c := m.desk.chat()
	words := "edit the items of this turn here"
	if c.conv.Current != turn || !c.conv.Pending() {
		m.composer.Remember(m.text())
		m.change(func(text string) (string, error) { return c.conv.Reopen(turn, text), nil })
		words += "; later turns are not in this branch, " + m.Keys.Name(views.ActUndo) + " undoes"
	}
	index, _ := c.conv.FirstItem(c.conv.Current, m.bodyOptions())
	return tea.Batch(m.goToPlace("/input/"+strconv.Itoa(index)), m.Notify("%s", words))
}

// dropEdit ends the editing of a turn and gives back what was being written
// before it. The edited text is kept among the prompts.
func (m *Model) dropEdit() {
	m.composer.Remember(m.composer.Text())
	c := m.desk.chat()
	m.composer.SetText(c.unsent)
	c.conv.Attach(c.beside)
	m.showFiles()
	m.leaveEdit()
}

// leaveEdit ends the editing of a turn; the text stays.
func (m *Model) leaveEdit() {
	c := m.desk.chat()
	c.edits(nil)
	c.unsent, c.beside = "", nil
	m.showEdit()
}

// showEdit makes the composer say what enter will do.
func (m *Model) showEdit() {
	note := ""
	if t := m.desk.chat().edit; t != nil {
		note = "editing turn " + strconv.Itoa(t.ID) + ": " + m.Keys.Name(views.ActSend) + " sends it as a branch, " + m.Keys.Name(views.ActStop) + " leaves it"
	}
	m.composer.SetNote(note)
	m.Arrange()
}
