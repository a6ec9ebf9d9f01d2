package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/explain"
	"gatehouse/views"
)

// resendLater sends the request of a turn again so many milliseconds after its
// answer came; at once where they are over.
func (m *Model) resendLater(id int, afterMS int64) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	if turn == nil || turn.Exchange == nil || turn.Exchange.Head == nil || c.run != nil {
		return m.resend(id) // which says why not
	}
	c.later = &later{chat: c, turn: turn, until: turn.Exchange.Head.At.Add(time.Duration(afterMS) * time.Millisecond)}
	return c.later.look(m, time.Now())
}

// waits is what waits in the shown conversation, where its line stands; nil for
// nothing.
func (m *Model) waits() *later {
	if m.screens.shown == rerankScreen {
		return nil
	}
	return m.desk.chat().later
}

// laterDue is a look at the clock while a request waits.
type laterDue struct {
	of *later
	at time.Time
}

func (d laterDue) apply(m *Model) tea.Cmd {
	if d.of.chat.later != d.of {
		return nil
	}
	return d.of.look(m, d.at)
}

// look sends the request when its time has come, else it looks again when
// another second is over. Nobody is led away from what they do meanwhile.
func (l *later) look(m *Model, now time.Time) tea.Cmd {
	l.left = l.until.Sub(now)
	if l.left > 0 {
		m.Arrange()
		return tea.Tick((l.left-1)%time.Second+1, func(at time.Time) tea.Msg { return laterDue{l, at} })
	}
	l.chat.leaveLater()
	m.Arrange()
	const not = "the request that waited was not sent again: "
	switch {
	case l.chat != m.desk.chat():
		return m.Notify(not + "another conversation is shown")
	case l.chat.conv.Find(l.turn.ID) != l.turn, l.turn.Exchange == nil:
		return m.Notify(not + "it was taken back")
	case l.chat.edit != nil:
		return m.Notify(not + "a message is being edited")
	case l.chat.run != nil:
		return nil // what was sent since took its place
	}
	return m.sendAgain(l.turn)
}

// laterLine says how long a request waits yet, and how that is ended.
func (m *Model) laterLine() []string {
	l := m.waits()
	if l == nil {
		return nil
	}
	seconds := (l.left + time.Second - 1).Truncate(time.Second)
	return []string{"it is sent again in " + explain.Wait(seconds.Milliseconds()) + ": " + m.Keys.Name(views.ActStop) + " leaves it, " +
		m.Keys.Name(views.ActResend) + " sends it now"}
}
