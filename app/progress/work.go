// Package progress is how work that may take long says how far it is, and how it is
// stopped. The playground shows it in a line above the footer, a command in a line on the
// terminal.
package progress

import (
	"context"
	"sync"
	"time"
)

const (
	// Patience is how long nothing is shown of work: most of it ends sooner, and a line that
	// comes and goes at once only distracts.
	Patience = 300 * time.Millisecond
	// Pace is the least time between two lines.
	Pace = 100 * time.Millisecond
)

// Work is work that may take long. What does it calls At; what shows it calls Next. A nil
// Work is shown to nobody and never stops.
type Work struct {
	ctx  context.Context
	stop context.CancelFunc
	news chan struct{} // holds a token when there is a step that was not shown
	end  chan struct{} // closed at the end
	due  time.Time     // when the next line may be shown; Next alone reads and sets it

	mu   sync.Mutex
	step Step
}

// Begin begins work, which ends before its end when ctx does.
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

// At says how far the work is. The error is a *StoppedError: then it is to end.
func (w *Work) At(s Step) error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	w.step = s
	w.mu.Unlock()
	w.tell()
	return w.Err()
}

// Counted is At of the same thing, with what is done to it and how far that is.
func (w *Work) Counted(verb string, done, total int, unit string) error {
	s := w.Step()
	s.Verb, s.Done, s.Total, s.Unit = verb, done, total, unit
	return w.At(s)
}

// Err is a *StoppedError once the work was stopped.
func (w *Work) Err() error {
	if w == nil || w.ctx.Err() == nil {
		return nil
	}
	return &StoppedError{w.Step(), context.Cause(w.ctx)}
}

// Step is how far the work is.
func (w *Work) Step() Step {
	if w == nil {
		return Step{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.step
}

// Stop stops the work. It ends a moment later.
func (w *Work) Stop() {
	w.stop()
	w.tell()
}

// End says that the work has ended.
func (w *Work) End() {
	close(w.end)
	w.stop()
}

func (w *Work) tell() {
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
