package replay

import (
	"context"
	"math"
	"time"
)

// pace is when something is due: times after a start, divided by the speed. Every moment
// counts from the start, so that no delay adds to the next.
type pace struct {
	start time.Time
	speed float64             // 0: everything is due at once
	nap   func(time.Duration) // sleeps for less than a timer is late
}

// timerLate is how late a timer may be: the runtime waits for the network in whole
// milliseconds where the system has epoll, and the timer with it.
const timerLate = 1500 * time.Microsecond

// wait returns when a moment is due, in microseconds after the start, or with the cause for
// which ctx has ended.
func (p pace) wait(ctx context.Context, us int64) error {
	if p.speed <= 0 || us < 0 {
		return context.Cause(ctx)
	}
	after := float64(us) * 1e3 / p.speed
	due := p.start.Add(time.Duration(min(after, math.MaxInt64/4)))
	if left := time.Until(due); left > timerLate {
		timer := time.NewTimer(left - timerLate)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	for left := time.Until(due); left > 0; left = time.Until(due) {
		p.nap(left)
	}
	return context.Cause(ctx)
}
