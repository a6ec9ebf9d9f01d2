package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/talk"
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

// relax opens the request of the exchange that is looked at in the builder with
// some edits made to it, at the place of the first; sending it makes a branch.
func (m *Model) relax(edits []views.Edit, place string) tea.Cmd {
	turn := m.inspected()
	switch {
	case turn == nil || turn.SentExchange() == nil:
		return m.Notify("there is no request to change yet")
	case turn.ID == 0:
		return m.elsewhere(edits...)
	}
	doc, err := talk.Changed(turn.Exchange.Request, changesOf(edits)...)
	if err != nil {
		return m.Notify("the request was not changed: %v", err)
	}
	if desk.Rewritable(turn) {
		m.desk.BeginEdit(turn)
	} else {
		m.composer.Remember(m.desk.Text()) // the document takes its place
	}
	cmd := m.build.Enter()
	if err := m.desk.Replace(doc); err != nil {
		return tea.Batch(cmd, m.Notify("the request was not changed: %v", err))
	}
	m.choose(turn) // it is still what the inspector tells of
	cmd = tea.Batch(cmd, m.Refreshed(nil), m.build.ShowPlace(place))
	if len(edits) == 0 {
		return cmd
	}
	return tea.Batch(cmd, m.Notify("%s; %s sends it, %s takes it back", changedWords(edits), m.Keys.Name(views.ActSendNow), m.Keys.Name(views.ActUndo)))
}

func changesOf(edits []views.Edit) []talk.Change {
	changes := make([]talk.Change, len(edits))
	for i, e := range edits {
		changes[i] = talk.Change{Pointer: e.Pointer, Value: e.Value}
	}
	return changes
}

// changedWords tell what edits did.
func changedWords(edits []views.Edit) string {
	words := make([]string, len(edits))
	for i, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			words[i] = "added " + screen.Short(string(e.Value), 40) + " to " + scan.JQOf(list)
		case e.Value != nil:
			words[i] = "set " + scan.JQOf(e.Pointer) + " to " + screen.Short(string(e.Value), 40)
		default:
			words[i] = "took " + scan.JQOf(e.Pointer) + " away"
		}
	}
	return strings.Join(words, ", ")
}

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
	c := m.desk.Shown()
	turn := m.inspected()
	switch {
	case turn == nil || turn.SentExchange() == nil || c.Run != nil:
		return m.desk.Resend(0) // which says why not
	case turn.ID == 0:
		return m.elsewhere()
	}
	c.AskMetadata()
	return m.desk.SendAgain(turn)
}
