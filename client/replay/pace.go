package replay

import (
	"context"
	"math"
	"time"
)

// pace is when something is due: times after a start, divided by the speed. Every moment
// counts from the start, so that no delay adds to the next. A timer is up to a millisecond
// late where the runtime waits for the network in whole milliseconds.
type pace struct {
	start time.Time
	speed float64 // 0: everything is due at once
}

// wait returns when a moment is due, in microseconds after the start, or with the cause for
// which ctx has ended.
func (p pace) wait(ctx context.Context, us int64) error {
	if p.speed <= 0 || us < 0 {
		return context.Cause(ctx)
	}
	after := float64(us) * 1e3 / p.speed
	due := p.start.Add(time.Duration(min(after, math.MaxInt64/4)))
	if left := time.Until(due); left > 0 {
		timer := time.NewTimer(left)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return context.Cause(ctx)
}
