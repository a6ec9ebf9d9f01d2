package look

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// turnExchange is the exchange of a turn of the shown conversation. Its neighbours
// are the conversation's exchanges, in the order of their making.
type turnExchange struct {
	look *Look
	turn *talk.Turn
}

// ExchangeOf is the exchange of a turn; nil for no turn.
func (l *Look) ExchangeOf(t *talk.Turn) screen.Exchange {
	if t == nil {
		return nil
	}
	return turnExchange{l, t}
}

// TurnOf is the turn of an exchange; nil for one that is in no conversation.
func TurnOf(x screen.Exchange) *talk.Turn {
	if t, ok := x.(turnExchange); ok {
		return t.turn
	}
	return nil
}

func (x turnExchange) Turn() int { return x.turn.ID }

func (x turnExchange) Sender() screen.Sender { return nil }

func (x turnExchange) State() *state.Exchange { return x.turn.Exchange }

func (x turnExchange) Capture() *wire.Capture { return x.turn.Capture }

func (x turnExchange) Place() (at, count int) {
	all := x.look.Turns()
	return slices.Index(all, x.turn), len(all)
}

func (x turnExchange) About() history.About {
	return x.look.desk.Shown().AboutOf(x.turn)
}

// Session implements screen.Exchange: the ended exchanges of all branches, in the order of
// their making.
func (x turnExchange) Session() *screen.Session {
	var list []export.Exchange
	for _, t := range x.look.Turns() {
		if t.Capture != nil && screen.HasEnded(t.Exchange) {
			list = append(list, screen.Exported(turnExchange{x.look, t}, t.Exchange, screen.Said(t)))
		}
	}
	return screen.SessionOf("the whole session", list)
}

func (x turnExchange) Label() string {
	at, count := x.Place()
	if at < 0 {
		return ""
	}
	which := fmt.Sprintf("%d of %d", at+1, count)
	switch saved := explain.Saved(x.State()); {
	case saved == "":
		which = "exchange " + which
	case count == 1:
		which = saved
	default:
		which = saved + ", " + which
	}
	return which + "  " + explain.Sign(x.look.Shown(x).Verdict)
}

func (x turnExchange) Step(by int) tea.Cmd { return x.look.Step(by) }

// Pair implements screen.Exchange: the one before it and it; of the first one, it
// and the next.
func (x turnExchange) Pair() (a, b screen.Exchange) {
	all := x.look.Turns()
	switch at := slices.Index(all, x.turn); {
	case at < 0: // it was part of a request that was opened
		return nil, nil
	case at > 0:
		return x.look.ExchangeOf(all[at-1]), x
	case len(all) > 1:
		return x, x.look.ExchangeOf(all[1])
	}
	return nil, x
}

func (x turnExchange) Resend() tea.Cmd { return x.look.desk.ResendNow(x.turn.ID) }

// Send implements screen.Exchange: what the conversation sends next.
func (x turnExchange) Send() tea.Cmd { return x.look.desk.SendNow() }

func (x turnExchange) Preview() tea.Cmd { return x.look.desk.Preview() }

// Change implements screen.Exchange: in the builder, from which the request is
// sent as a branch of the conversation. Of another API's request it opens the translation,
// at its beginning and without the edits: places and edits are of the request that was sent.
func (x turnExchange) Change(place string, edits ...views.Edit) tea.Cmd {
	l := x.look
	if x.turn.SentExchange() == nil {
		return l.noRequest()
	}
	request, lost, err := talk.Recorded{State: x.turn.Exchange, Capture: x.turn.Capture}.Request()
	if err != nil {
		return l.Notify("request not opened: %v", err)
	}
	untouched := x.turn.Exchange.Kind().IsForeign() && len(edits) > 0
	if x.turn.Exchange.Kind().IsForeign() {
		place, edits = "", nil
	}
	doc, err := talk.ApplyChanges(request, screen.Changes(edits)...)
	if err != nil {
		return l.Notify("request not changed: %v", err)
	}
	cmd, err := l.desk.Rebuild(x.turn, doc)
	if err != nil {
		return tea.Batch(cmd, l.Notify("request not changed: %v", err))
	}
	l.Select(x.turn) // it stays the shown one
	cmd = tea.Batch(cmd, l.Refreshed(nil), l.desk.ShowPlace(place), l.ShowUntranslated(lost))
	switch {
	case untouched:
		return tea.Batch(cmd, l.Notify("%s", l.NotEdited()))
	case len(edits) == 0:
		return cmd
	}
	return tea.Batch(cmd, l.Notify("%s; %s sends it, %s undoes it", screen.ChangeWords(edits), l.Keys.Name(views.ActSendNow), l.Keys.Name(views.ActUndo)))
}
