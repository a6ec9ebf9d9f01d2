// Package progress reports the progress of work that may take long, and stops it. The playground shows
// progress in a line above the footer, a command in a line on the terminal.
package progress

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"gatehouse/state/answer/figures"
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

// Bytes is the unit of a step that counts bytes.
const Bytes = "bytes"

// Step is the current activity of work and its progress.
type Step struct {
	Verb  string // for example "reading"
	What  string // the object; it may name a file, and must be made safe
	Done  int    // in Unit
	Total int    // in Unit; 0: unknown
	Unit  string // plural; empty: nothing is counted
}

// Reading returns the step of reading a file.
func Reading(path string) Step { return Step{Verb: "reading", What: title(path)} }

// Writing returns the step of writing a file.
func Writing(path string) Step { return Step{Verb: "writing", What: title(path)} }

func title(path string) string {
	const maxLength = 28
	name := []rune(filepath.Base(path))
	if len(name) > maxLength {
		return string(name[:maxLength-1]) + "…"
	}
	return string(name)
}

// String returns the step as a line: "reading session.har: 1,204 of 3,000 exchanges".
func (s Step) String() string {
	doing := s.Verb
	if s.What != "" {
		doing += " " + s.What
	}
	if count := s.Count(); count != "" {
		return doing + ": " + count
	}
	return doing + " …"
}

// Count returns the progress: "1,204 of 3,000 exchanges", or "" if nothing is counted.
func (s Step) Count() string {
	switch {
	case s.Unit == "":
		return ""
	case s.Unit == Bytes && s.Total > 0:
		return figures.Size(s.Done) + " of " + figures.Size(s.Total)
	case s.Unit == Bytes:
		return figures.Size(s.Done)
	case s.Total > 0:
		return figures.Thousands(s.Done) + " of " + figures.Thousands(s.Total) + " " + s.Unit
	}
	return figures.Thousands(s.Done) + " " + s.Unit
}

// StoppedError is the error of work that was stopped before its end.
type StoppedError struct {
	Step Step  // the last one
	Why  error // cause of its context
}

func (e *StoppedError) Error() string {
	if count := e.Step.Count(); count != "" {
		return "stopped after " + e.Step.Verb + " " + count
	}
	return "stopped"
}

func (e *StoppedError) Unwrap() error { return e.Why }
