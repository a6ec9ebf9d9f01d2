package desk

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// sentTurn is a turn of a conversation among the exchanges of this run.
type sentTurn struct {
	desk *Desk
	chat *Chat
	turn *talk.Turn
}

// State implements screen.Sent.
func (s sentTurn) State() *state.Exchange { return s.turn.Exchange }

// Capture implements screen.Sent.
func (s sentTurn) Capture() *wire.Capture { return s.turn.Capture }

// Exchange implements screen.Sent.
func (s sentTurn) Exchange() screen.Exchange { return s.desk.exchangeOf(s.turn) }

// Show implements screen.Sent: its conversation is the shown one from then on.
func (s sentTurn) Show() tea.Cmd {
	d := s.desk
	if s.chat == d.Shown() {
		return d.ShowExchange(s.Exchange())
	}
	at := slices.Index(d.chats, s.chat)
	return tea.Batch(d.Show(at), d.ShowExchange(s.Exchange()), d.Notify("conversation %d is shown now; %s lists them", at+1, d.Keys.Name(views.ActConversations)))
}
