package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/views"
)

// editTurn edits the message of a turn where the text is written; at a place of
// the request that is looked at which is not that text, the request in the
// builder.
func (m *Model) editTurn(id int, pointer string) tea.Cmd {
	turn := m.desk.Shown().Conv.Find(id)
	if turn != nil && turn == m.inspected() && pointer != "" && !desk.IsText(turn, pointer) {
		return m.relax(nil, pointer)
	}
	return m.desk.EditTurn(id)
}

// relax goes to where the request is made of the exchange that is looked at, and
// makes some edits.
func (m *Model) relax(edits []views.Edit, place string) tea.Cmd {
	x := m.looked()
	if x == nil {
		return m.noRequest()
	}
	return x.Change(place, edits...)
}

func (m *Model) noRequest() tea.Cmd { return m.Notify("there is no request to change yet") }

// placeOf is where edits are shown: at the first; what was taken away has left
// what it lay in.
func placeOf(edits []views.Edit) string {
	if len(edits) == 0 {
		return ""
	}
	at := edits[0].Pointer
	if cut := strings.LastIndexByte(at, '/'); edits[0].Value == nil && cut > 0 {
		return at[:cut]
	}
	return at
}

// askMetadata sends the exchange's request again and asks for routing
// metadata, from now on in this conversation.
func (m *Model) askMetadata() tea.Cmd {
	x, turn := m.looked(), m.inspected()
	switch {
	case x == nil, turn != nil && turn.SentExchange() == nil, m.desk.Shown().Run != nil:
		return m.desk.Resend(0) // which says why not
	case turn == nil:
		return x.Change("")
	}
	m.desk.Shown().AskMetadata()
	return m.desk.SendAgain(turn)
}
