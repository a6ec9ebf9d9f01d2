package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/views"
)

// clockPace is the time between two looks at the clock while an exchange that
// is looked at runs; quietFor is how long nothing has to come until the time is
// told by it: before that the arrivals tell it.
const (
	clockPace = 250 * time.Millisecond
	quietFor  = 400 * time.Millisecond
)

// clock lets the time go on while nothing comes. It stands while nothing that
// is looked at runs.
type clock struct {
	at      time.Time // of the last look
	running bool
	waits   *state.Exchange // whose time to wait it looks for the end of
}

// run starts the clock for an exchange that runs.
func (c *clock) run(x *state.Exchange) tea.Cmd {
	if c.running || x == nil || !x.Running() {
		return nil
	}
	c.running = true
	return tea.Tick(clockPace, func(at time.Time) tea.Msg { return clockTicked{at} })
}

// now is the time since the start of a running exchange, in microseconds; 0
// where its arrivals tell it.
func (c *clock) now(s views.Subject) int64 {
	if s.Exchange == nil || s.Capture == nil || !s.Exchange.Running() {
		return 0
	}
	us := c.at.Sub(s.Capture.Start).Microseconds()
	if us < s.Exchange.LatestUS()+quietFor.Microseconds() {
		return 0
	}
	return us
}

// tellTime lets the time go on below the answer that the transcript waits for.
func (m *Model) tellTime() tea.Cmd {
	t := m.desk.Shown().Conv.Current
	if m.screens.shown != chatScreen || t == nil || t.Exchange == nil {
		m.transcript.SetNow(0)
		return nil
	}
	c := &m.inspector.clock
	m.transcript.SetNow(c.now(views.Subject{Exchange: t.Exchange, Capture: t.Capture}))
	return c.run(t.Exchange)
}

// clockTicked is a look at the clock; what is looked at is told of it after
// every message.
type clockTicked struct{ at time.Time }

func (t clockTicked) apply(m *Model) tea.Cmd {
	m.inspector.clock.at, m.inspector.clock.running = t.at, false
	return nil
}

// longestWait is how long it is looked for the end of the time that a service asked
// to wait: nobody stays at a page for longer.
const longestWait = time.Hour

// waited reports whether that time is over, and looks again when it is.
func (c *clock) waited(x *state.Exchange) (over bool, due tea.Cmd) {
	if x == nil || x.Head == nil || x.Head.At.IsZero() || x.Failure == nil || x.Failure.Retry == nil {
		return false, nil
	}
	ms := x.Failure.Retry.AfterMS
	if ms <= 0 || ms > longestWait.Milliseconds() {
		return false, nil
	}
	left := time.Until(x.Head.At.Add(time.Duration(ms) * time.Millisecond))
	if left <= 0 || c.waits == x {
		return left <= 0, nil
	}
	c.waits = x
	return false, tea.Tick(left, func(time.Time) tea.Msg { return waitOver{x} })
}

// waitOver is the end of a time to wait; what is looked at is told of it after every
// message.
type waitOver struct{ of *state.Exchange }

func (w waitOver) apply(m *Model) tea.Cmd {
	if m.inspector.clock.waits == w.of {
		m.inspector.clock.waits = nil
	}
	return nil
}
