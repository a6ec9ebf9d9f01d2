package desk

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/explain"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Resend sends the request of a turn again, same bytes, as a sibling of that turn.
func (d *Desk) Resend(id int) tea.Cmd {
	c := d.Shown()
	turn := c.Conv.Find(id)
	switch {
	case turn != nil && explain.NoRequest(turn.Exchange) != "":
		return d.Notify("%s; it cannot be sent again", explain.NoRequest(turn.Exchange))
	case turn != nil && turn.Exchange != nil && turn.Exchange.Kind().IsForeign():
		return d.Notify("a request of another API cannot be sent again as it is; edit the message to send it as a /responses request")
	case turn == nil || turn.Exchange == nil:
		return d.Notify("no request to send again yet")
	case c.Run != nil:
		return d.notifyRunning("")
	}
	return tea.Batch(d.Do(screen.WatchAnswer{}), d.SendAgain(turn))
}

// CompareNext compares what the shown conversation sends next with the exchange whose
// request it changes.
func (d *Desk) CompareNext(with *screen.Exchange) { d.Shown().changed = with }

// comparison leads to the comparison of an exchange that has just been started with the
// one given to CompareNext; nil without one.
func (d *Desk) comparison(c *Chat, x *screen.Exchange) tea.Cmd {
	old := c.changed
	c.changed = nil
	if old == nil || c != d.Shown() {
		return nil
	}
	return d.Do(screen.CompareExchanges{A: old, B: x})
}

// ResendNow is Resend; if a request waits to be sent again, it sends that one at
// once.
func (d *Desk) ResendNow(id int) tea.Cmd {
	if delayed := d.Shown().Delayed; delayed != nil {
		delayed.chat.dropDelayed()
		id = delayed.turn.ID
	}
	return d.Resend(id)
}

// SendAgain sends the request of a turn as a sibling of it, or reports why it cannot be sent
// unchanged. No stream may run in the shown conversation.
func (d *Desk) SendAgain(turn *talk.Turn) tea.Cmd {
	if !turn.CanResend() {
		return d.Resend(turn.ID) // which reports why not
	}
	c := d.Shown()
	return d.start(c, c.Conv.AddSibling(turn), turn.Exchange.Request)
}

// Delayed is a request that is sent again when the time is over that its service
// asked to wait; any other that is sent in its conversation replaces it.
type Delayed struct {
	desk  *Desk
	chat  *Chat
	turn  *talk.Turn
	until time.Time
	left  time.Duration // up to then, at the last tick
}

// ResendLater sends the request of a turn again afterMS milliseconds after its
// answer arrived; at once if they are over.
func (d *Desk) ResendLater(id int, afterMS int64) tea.Cmd {
	c := d.Shown()
	turn := c.Conv.Find(id)
	if turn == nil || !turn.CanResend() || turn.Exchange.Head == nil || c.Run != nil {
		return d.Resend(id) // which reports why not
	}
	c.Delayed = &Delayed{desk: d, chat: c, turn: turn, until: turn.Exchange.Head.At.Add(time.Duration(afterMS) * time.Millisecond)}
	return c.Delayed.tick(time.Now())
}

// dropDelayed gives up what is to be sent again; it reports whether there was
// something.
func (c *Chat) dropDelayed() bool {
	had := c.Delayed != nil
	c.Delayed = nil
	return had
}

// tick sends the request when it is due, else it is called again after another
// second. Nobody is led away from what they do meanwhile.
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
	const not = "the retry was dropped: "
	switch {
	case c != d.Shown():
		return d.Notify(not + "another conversation is shown")
	case c.Conv.Find(l.turn.ID) != l.turn, l.turn.Exchange == nil:
		return d.Notify(not + "the turn was deleted")
	case c.Editing != nil:
		return d.Notify(not + "a message is being edited")
	case c.Run != nil:
		return nil // a later request replaced it
	}
	return d.SendAgain(l.turn)
}

// DelayNote reports how long a request of the shown conversation still waits, and how
// to end that; empty for none.
func (d *Desk) DelayNote() []string {
	l := d.Shown().Delayed
	if l == nil {
		return nil
	}
	seconds := (l.left + time.Second - 1).Truncate(time.Second)
	return []string{"retrying in " + explain.Wait(seconds.Milliseconds()) + ": " + d.Keys.Name(views.ActStop) + " cancels, " +
		d.Keys.Name(views.ActResend) + " sends now"}
}
