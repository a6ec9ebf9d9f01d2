package app

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
)

// editTurn puts a turn's text into the composer; sending it makes a branch
// beside that turn. What was being written is kept among the prompts. Where the
// composer cannot hold it, the builder is opened at a place of the turn's
// request, or at the turn's first item for an empty one.
func (m *Model) editTurn(id int, pointer string) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	if turn == nil {
		return nil
	}
	if answerAlone(turn) {
		return m.notify("%s: there is no text to edit", noRequest(turn))
	}
	switch {
	case len(turn.Input) == 0 || oneMessage(turn): // the composer holds it
	case pointer != "" && turn == m.inspected():
		return m.relax(nil, pointer)
	default:
		return m.editItems(turn)
	}
	m.beginEdit(turn)
	return m.setFocus(composerPane)
}

// typed reports whether the composer writes a turn's input again just as it
// went out: it is one message that was typed there.
func typed(t *state.Turn) bool {
	if !oneMessage(t) || t.Stood() {
		return false
	}
	var c state.Conversation
	c.Attach(attachedTo(t))
	return raw.Same(c.Prompt(said(t)), t.Input[0])
}

// oneMessage reports whether a turn's input is one message of the person that
// the composer can hold: it would lose what other items, parts and members say.
func oneMessage(t *state.Turn) bool {
	if len(t.Input) != 1 || said(t) == "" && len(attachedTo(t)) == 0 {
		return false
	}
	for m := range raw.Members(t.Input[0]) {
		if m.Key != "type" && m.Key != "role" && m.Key != "content" {
			return false
		}
	}
	first := true
	for _, part := range raw.Elements(raw.Get(t.Input[0], "content")) {
		text := raw.Get(part, "text") != nil
		for m := range raw.Members(part) {
			if text && (!first || m.Key != "type" && m.Key != "text") {
				return false
			}
		}
		first = false
	}
	return true
}

// beginEdit puts a turn's text and files into the composer.
func (m *Model) beginEdit(turn *state.Turn) {
	c := m.desk.chat()
	m.composer.Remember(m.composer.Text())
	if c.edit == nil {
		c.unsent, c.beside = m.composer.Text(), c.conv.Attached()
	}
	c.edits(turn)
	m.composer.SetText(said(turn))
	c.conv.Attach(attachedTo(turn))
	m.showFiles()
	m.showEdit()
}

// edits says which turn's text is in the composer; nil for none.
func (c *chat) edits(turn *state.Turn) {
	c.edit = turn
	c.conv.Instead(turn)
}

// unanswered returns the last turn when nothing of an answer to it came and
// nothing is being written instead; else nil. Its message is no part of the
// document.
func (m *Model) unanswered() *state.Turn {
	c := m.desk.chat()
	t := c.conv.Current
	if t == nil || c.run != nil || c.edit != nil || m.text() != "" || len(c.conv.Attached()) > 0 {
		return nil
	}
	if sent, _ := t.Sent(); sent || said(t) == "" && len(attachedTo(t)) == 0 {
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
// the output of a call: they are edited in the builder.
func (m *Model) editItems(turn *state.Turn) tea.Cmd {
	index, ok := m.desk.chat().conv.FirstItem(turn, m.bodyOptions())
	if !ok {
		return m.notify("this turn is not sent; %s sends its request again", m.keys.Name(views.ActTurnResend))
	}
	return tea.Batch(m.goToPlace("/input/"+strconv.Itoa(index)), m.notify("this turn is more than one text of yours: its items are edited here, and what you change begins a branch"))
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
		note = "editing turn " + strconv.Itoa(t.ID) + ": " + m.keys.Name(views.ActSend) + " sends it as a branch, " + m.keys.Name(views.ActStop) + " leaves it"
	}
	m.composer.SetNote(note)
	m.arrange()
}
