package app

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// turnExchange is the exchange of a turn of the shown conversation, as the
// inspector shows it. Its neighbours are the conversation's exchanges, in the
// order of their making.
type turnExchange struct {
	m    *Model
	turn *talk.Turn
}

// exchangeOf is the exchange of a turn; nil for no turn.
func (m *Model) exchangeOf(t *talk.Turn) screen.Exchange {
	if t == nil {
		return nil
	}
	return turnExchange{m, t}
}

// turnOf is the turn of an exchange; nil for one that is in no conversation.
func turnOf(x screen.Exchange) *talk.Turn {
	if t, ok := x.(turnExchange); ok {
		return t.turn
	}
	return nil
}

// Turn implements screen.Exchange.
func (x turnExchange) Turn() int { return x.turn.ID }

// Sender implements screen.Exchange.
func (x turnExchange) Sender() screen.Sender { return nil }

// State implements screen.Exchange.
func (x turnExchange) State() *state.Exchange { return x.turn.Exchange }

// Capture implements screen.Exchange.
func (x turnExchange) Capture() *wire.Capture { return x.turn.Capture }

// Place implements screen.Exchange.
func (x turnExchange) Place() (at, count int) {
	all := x.m.exchanges()
	return slices.Index(all, x.turn), len(all)
}

// Label implements screen.Exchange.
func (x turnExchange) Label() string {
	at, count := x.Place()
	if at < 0 {
		return ""
	}
	which := fmt.Sprintf("%d of %d", at+1, count)
	switch saved := views.Saved(x.State()); {
	case saved == "":
		which = "exchange " + which
	case count == 1:
		which = saved
	default:
		which = saved + ", " + which
	}
	return which + "  " + views.Sign(x.m.asItWas(x).Verdict)
}

// Step implements screen.Exchange.
func (x turnExchange) Step(by int) tea.Cmd { return x.m.otherExchange(by) }

// Pair implements screen.Exchange: it and the one before it; the first one and the
// one behind it.
func (x turnExchange) Pair() (a, b screen.Exchange) {
	all, at := x.m.exchanges(), slices.Index(x.m.exchanges(), x.turn)
	switch {
	case at < 0: // it stood in a request that was opened
		return nil, nil
	case at > 0:
		return x.m.exchangeOf(all[at-1]), x
	case len(all) > 1:
		return x, x.m.exchangeOf(all[1])
	}
	return nil, x
}

// Resend implements screen.Exchange.
func (x turnExchange) Resend() tea.Cmd { return x.m.resendNow(x.turn.ID) }

// Send implements screen.Exchange: what the conversation sends next.
func (x turnExchange) Send() tea.Cmd { return x.m.desk.SendNow() }

// Preview implements screen.Exchange.
func (x turnExchange) Preview() tea.Cmd { return x.m.desk.Preview() }

// Change implements screen.Exchange: in the builder, from which the request is
// sent as a branch of the conversation.
func (x turnExchange) Change(place string, edits ...views.Edit) tea.Cmd {
	m, turn := x.m, x.turn
	if turn.SentExchange() == nil {
		return m.noRequest()
	}
	doc, err := talk.ApplyChanges(turn.Exchange.Request, screen.Changes(edits)...)
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
	m.choose(turn) // it is still what the inspector shows
	cmd = tea.Batch(cmd, m.Refreshed(nil), m.build.ShowPlace(place))
	if len(edits) == 0 {
		return cmd
	}
	return tea.Batch(cmd, m.Notify("%s; %s sends it, %s takes it back", screen.ChangeWords(edits), m.Keys.Name(views.ActSendNow), m.Keys.Name(views.ActUndo)))
}
