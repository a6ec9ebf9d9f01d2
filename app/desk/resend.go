package desk

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Resend sends the request of a turn again, byte for byte and to where it was sent, as a sibling
// of that turn.
func (d *Desk) Resend(id int) tea.Cmd {
	turn, refused := d.turnToResend(id)
	if turn == nil {
		return refused
	}
	return tea.Batch(d.Do(screen.WatchAnswer{}), d.ResendTurn(turn, nil))
}

// turnToResend returns the turn of an ID if its request can be sent again; else nil and the
// notice of why not.
func (d *Desk) turnToResend(id int) (turn *talk.Turn, refused tea.Cmd) {
	c := d.Shown()
	turn = c.Conv.Find(id)
	switch {
	case turn != nil && explain.NoRequest(turn.Exchange) != "":
		return nil, d.Notify("%s; it cannot be sent again", explain.NoRequest(turn.Exchange))
	case turn != nil && turn.Exchange != nil && turn.Exchange.Kind().IsForeign():
		return nil, d.Notify("a request of another API cannot be sent again as it is; edit the message to send it as a /responses request")
	case turn == nil || turn.Exchange == nil:
		return nil, d.Notify("no request to send again yet")
	case c.Run() != nil:
		return nil, d.notifyRunning("")
	}
	return turn, nil
}

// ResendPrompt sends what a turn added again, as a sibling of it, with what the conversation has
// chosen now: model, settings, headers and connection.
func (d *Desk) ResendPrompt(id int) tea.Cmd {
	if d.TakeVariant(); d.Shown().Conv.Current != nil && id == 0 {
		id = d.Shown().Conv.Current.ID
	}
	c := d.Shown()
	turn, refused := d.turnToResend(id)
	if turn == nil {
		return refused
	}
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		return d.Notify("not sent, %s", wrong)
	}
	body, err := c.Conv.ResendBody(turn, d.bodyOptions())
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	return tea.Batch(d.Do(screen.WatchAnswer{}), d.checkFirst(c, request{again: turn, body: body}))
}

// CompareNext compares what the shown conversation sends next with the exchange whose
// request it changes.
func (d *Desk) CompareNext(with *screen.Exchange) { d.Shown().compareWith = with }

// startComparison returns the Cmd that compares x with the exchange set by CompareNext, or nil.
func (d *Desk) startComparison(c *Chat, x *screen.Exchange) tea.Cmd {
	old := c.compareWith
	c.compareWith = nil
	if old == nil || c != d.Shown() {
		return nil
	}
	return d.Do(screen.CompareExchanges{A: old, B: x})
}

// ResendWithoutDelay is Resend; if a request waits to be sent again, it sends that one at once. While the wait
// that a service asked for is counted down, it sends the request at its end.
func (d *Desk) ResendWithoutDelay(id int) tea.Cmd {
	switch l := d.Shown().Delayed; {
	case l == nil, l.countDown && l.turn.ID != id:
	case l.countDown:
		l.countDown = false
		d.Arrange()
		return nil
	default:
		l.chat.dropDelayed()
		id = l.turn.ID
	}
	return d.Resend(id)
}

// ResendTurn sends the request of a turn as a sibling of it, byte for byte and to where it was
// sent, or reports why it cannot. change, if not nil, changes the call, but not its body. No
// stream may run in the shown conversation.
func (d *Desk) ResendTurn(turn *talk.Turn, change func(*client.Call)) tea.Cmd {
	if !turn.CanResend() {
		_, refused := d.turnToResend(turn.ID)
		return refused
	}
	c := d.Shown()
	x := d.ExchangeOf(c, turn)
	over, ok := c.Link, true
	if x.About.BaseURL != "" || x.About.Connection != "" { // else it is not known where it was sent
		over, ok = d.LinkOf(x.About, x.PathBelow())
	}
	if !ok {
		return d.NotifyNoConnection(x.About, d.Keys.Name(views.ActInspect)+" "+d.Keys.In(views.Inspect).Name(views.ActChange))
	}
	call := x.ResendCall()
	if change != nil {
		change(&call)
	}
	return tea.Batch(d.start(c, c.again(turn), over, call), d.Notify("%s", screen.ResentNotice(call, over)))
}

// NotifyNoConnection notifies the user that no connection leads to the exchange's gateway; its request
// is not sent to another, because it may be confidential. keys open a copy of it.
func (d *Desk) NotifyNoConnection(about history.About, keys string) tea.Cmd {
	return d.Notify("not sent: it was sent to %s, where no connection leads; %s opens a copy to review first", d.GatewayName(about), keys)
}

// Delayed is a request that is sent again when the time is over that its service
// asked to wait; any other that is sent in its conversation replaces it.
type Delayed struct {
	desk  *Desk
	chat  *Chat
	turn  *talk.Turn
	until time.Time
	left  time.Duration // up to then, at the last tick
	// countDown shows the wait alone, with the key that sends at its end: nothing is sent.
	countDown bool
}

// maxCountDown is the longest wait that is counted down: who waits longer does something else.
const maxCountDown = 10 * time.Minute

// countDown counts down the wait that a service asked for in its answer to a turn.
func (d *Desk) countDown(c *Chat, turn *talk.Turn) tea.Cmd {
	x := turn.Exchange
	if x.Head == nil || x.Failure == nil || x.Failure.Retry == nil || !turn.CanResend() {
		return nil
	}
	wait := time.Duration(x.Failure.Retry.AfterMS) * time.Millisecond
	if wait <= 0 || wait > maxCountDown {
		return nil
	}
	c.Delayed = &Delayed{desk: d, chat: c, turn: turn, until: x.Head.At.Add(wait), countDown: true}
	return c.Delayed.tick(time.Now())
}

// ResendLater sends the request of a turn again afterMS milliseconds after its
// answer arrived; at once if they are over.
func (d *Desk) ResendLater(id int, afterMS int64) tea.Cmd {
	c := d.Shown()
	turn := c.Conv.Find(id)
	if turn == nil || !turn.CanResend() || turn.Exchange.Head == nil || c.Run() != nil {
		return d.Resend(id) // at once, or it reports why not
	}
	c.Delayed = &Delayed{desk: d, chat: c, turn: turn, until: turn.Exchange.Head.At.Add(time.Duration(afterMS) * time.Millisecond)}
	return c.Delayed.tick(time.Now())
}

// dropDelayed gives up what is to be sent again; it reports whether there was
// something.
func (c *Chat) dropDelayed() bool {
	had := c.Delayed != nil && !c.Delayed.countDown
	c.Delayed = nil
	return had
}

// tick sends the request when it is due, else it is called again after another second. If
// another conversation is shown by then, the retry is dropped with a notice.
func (l *Delayed) tick(now time.Time) tea.Cmd {
	d, c := l.desk, l.chat
	l.left = l.until.Sub(now)
	if l.left > 0 {
		d.Arrange()
		return tea.Tick((l.left-1)%time.Second+1, func(at time.Time) tea.Msg {
			return screen.EffectFunc(func() tea.Cmd {
				if c.Delayed != l {
					return nil
				}
				return l.tick(at)
			})
		})
	}
	c.dropDelayed()
	d.Arrange()
	const dropped = "the retry was dropped: "
	switch {
	case l.countDown && c != d.Shown():
		return nil
	case l.countDown:
		return d.Notify("the wait that the service asked for is over; %s sends it again", d.Keys.Name(views.ActResendSame))
	case c != d.Shown():
		return d.Notify(dropped + "another conversation is shown")
	case c.Conv.Find(l.turn.ID) != l.turn, l.turn.Exchange == nil:
		return d.Notify(dropped + "the turn was deleted")
	case c.Editing != nil:
		return d.Notify(dropped + "a message is being edited")
	case c.Run() != nil:
		return nil // a later request replaced it
	}
	return d.ResendTurn(l.turn, nil)
}

// DelayNote reports how long a request of the shown conversation still waits, and how
// to end that; empty for none.
func (d *Desk) DelayNote() []string {
	l := d.Shown().Delayed
	if l == nil {
		return nil
	}
	seconds := (l.left + time.Second - 1).Truncate(time.Second)
	if l.countDown {
		return []string{"the service asks to wait " + explain.Wait(seconds.Milliseconds()) + ": " + d.Keys.Name(views.ActResendSame) + " sends it again then"}
	}
	return []string{"retrying in " + explain.Wait(seconds.Milliseconds()) + ": " + d.Keys.Name(views.ActStop) + " cancels, " +
		d.Keys.Name(views.ActResendSame) + " sends now"}
}
