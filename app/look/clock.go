package look

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// ClockPace is the time between two ticks while a shown exchange runs; quietFor is
// how long nothing must have arrived before the clock reports what time it is: until
// then the arrivals do.
const (
	ClockPace = 250 * time.Millisecond
	quietFor  = 400 * time.Millisecond
)

// clock makes time pass on the screen while nothing arrives. It ticks only while
// an exchange that is shown runs.
type clock struct {
	at      time.Time // of the last tick
	Ticking bool
	waits   *state.Exchange // for the end of whose waiting time a timer runs
}

// Now returns the time since the start of a running exchange, in microseconds, while
// nothing arrives; else 0. Its ticks continue while the exchange runs.
func (c *clock) Now(x *state.Exchange, capture *wire.Capture) (us int64, tick tea.Cmd) {
	if x == nil || !x.Running() {
		return 0, nil
	}
	if !c.Ticking {
		c.Ticking = true
		tick = tea.Tick(ClockPace, func(at time.Time) tea.Msg { return Tick{c, at} })
	}
	if capture == nil {
		return 0, tick
	}
	if us = c.at.Sub(capture.Start).Microseconds(); us < x.LatestUS()+quietFor.Microseconds() {
		return 0, tick
	}
	return us, tick
}

// Tick is a tick of the clock. What is shown follows in Refresh.
type Tick struct {
	clock *clock
	at    time.Time
}

func (t Tick) Land() tea.Cmd {
	t.clock.at, t.clock.Ticking = t.at, false
	return nil
}

// longestWait is the longest waiting time for whose end there is a timer: nobody
// stays at a page for longer.
const longestWait = time.Hour

// waited reports whether the time is over that a service asked to wait, and starts
// a timer for its end.
func (c *clock) waited(x *state.Exchange) (over bool, timer tea.Cmd) {
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
	return false, tea.Tick(left, func(time.Time) tea.Msg {
		return screen.Landing(func() tea.Cmd {
			if c.waits == x {
				c.waits = nil
			}
			return nil // what is shown follows in Refresh
		})
	})
}
