// Package progress reports the progress of work that may take long, and stops it. The playground shows
// progress in a line above the footer, a command in a line on the terminal.
package progress

import (
	"context"
	"sync"
	"time"
)

const (
	// Patience is the time before progress is shown: most work ends sooner, and a line that
	// disappears at once only distracts.
	Patience = 300 * time.Millisecond
	// Pace is the minimal time between two lines.
	Pace = 100 * time.Millisecond
)

// Work is work that may take long. The worker calls At; the display calls Next. A nil Work is not shown
// and never stops.
type Work struct {
	ctx  context.Context
	stop context.CancelFunc
	news chan struct{} // holds a token if there is a new step
	end  chan struct{} // closed at the end
	due  time.Time     // of the next line; used only by Next

	mu   sync.Mutex
	step Step
}

// Begin starts work, which is stopped when ctx ends.
func Begin(ctx context.Context, first Step) *Work {
	w := &Work{step: first, news: make(chan struct{}, 1), end: make(chan struct{}), due: time.Now().Add(Patience)}
	w.ctx, w.stop = context.WithCancel(ctx)
	w.news <- struct{}{}
	return w
}

// Context ends when the work is stopped.
func (w *Work) Context() context.Context {
	if w == nil {
		return context.Background()
	}
	return w.ctx
}

// At reports the current step. The error is a *StoppedError if the work must end.
func (w *Work) At(s Step) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	w.step = s
	w.mu.Unlock()
	w.notify()
	return w.Err()
}

// Counted is At with another verb and count for the same subject.
func (w *Work) Counted(verb string, done, total int, unit string) error {
	s := w.Step()
	s.Verb, s.Done, s.Total, s.Unit = verb, done, total, unit
	return w.At(s)
}

// Err returns a *StoppedError once the work was stopped.
func (w *Work) Err() error {
	if w == nil || w.ctx.Err() == nil {
		return nil
	}
	return &StoppedError{w.Step(), context.Cause(w.ctx)}
}

// Step returns the current step.
func (w *Work) Step() Step {
	if w == nil {
		return Step{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.step
}

// Stop asks the worker to end.
func (w *Work) Stop() {
	w.stop()
	w.notify()
}

// End marks the end of the work.
func (w *Work) End() {
	close(w.end)
	w.stop()
}

func (w *Work) notify() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// Next waits until there is something new to show; ok is false at the end of the work. One
// goroutine at a time calls it.
func (w *Work) Next() (ok bool) {
	timer := time.NewTimer(time.Until(w.due))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.end:
		return false
	}
	select {
	case <-w.news:
	case <-w.end:
		return false
	}
	w.due = time.Now().Add(Pace)
	return true
}
