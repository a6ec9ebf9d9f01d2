package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/views"
)

// later is a request that is sent again when the time is over that its service
// asked to wait.
type later struct {
	chat  *chat
	turn  *state.Turn
	until time.Time
	left  time.Duration // up to then, when the clock was looked at last
}

// resendLater sends the request of a turn again so many milliseconds after its
// answer came; at once where they are over.
func (m *Model) resendLater(id int, afterMS int64) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	if turn == nil || turn.Exchange == nil || turn.Exchange.Head == nil || c.run != nil {
		return m.resend(id) // which says why not
	}
	l := &later{chat: c, turn: turn, until: turn.Exchange.Head.At.Add(time.Duration(afterMS) * time.Millisecond)}
	m.later = l
	return l.look(m, time.Now())
}

// laterDue is a look at the clock while a request waits.
type laterDue struct {
	of *later
	at time.Time
}

func (d laterDue) apply(m *Model) tea.Cmd {
	if m.later != d.of {
		return nil
	}
	return d.of.look(m, d.at)
}

// look sends the request when its time has come, else it looks again when
// another second is over.
func (l *later) look(m *Model, now time.Time) tea.Cmd {
	l.left = l.until.Sub(now)
	if l.left > 0 {
		m.arrange()
		return tea.Tick((l.left-1)%time.Second+1, func(at time.Time) tea.Msg { return laterDue{l, at} })
	}
	m.leaveLater()
	if m.desk.chat() != l.chat || l.chat.conv.Find(l.turn.ID) != l.turn {
		return m.notify("the request was not sent again: another conversation is shown")
	}
	return m.resend(l.turn.ID)
}

// leaveLater ends the waiting; it reports whether anything waited.
func (m *Model) leaveLater() bool {
	if m.later == nil {
		return false
	}
	m.later = nil
	m.arrange()
	return true
}

// laterLine says how long a request waits yet, and how that is ended.
func (m *Model) laterLine() []string {
	if m.later == nil {
		return nil
	}
	seconds := (m.later.left + time.Second - 1).Truncate(time.Second)
	return []string{"it is sent again in " + explain.Wait(seconds.Milliseconds()) + ": " + m.keys.Name(views.ActStop) + " leaves it, " +
		m.keys.Name(views.ActResend) + " sends it now"}
}
