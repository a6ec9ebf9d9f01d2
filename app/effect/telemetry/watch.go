package telemetry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
)

// ExceededBound is a bound that a figure passed.
type ExceededBound struct {
	Alert  string // its name
	Bound  stats.Bound
	Level  stats.Level
	Filter string // query for the exchanges of the figure
}

// Text returns a line that describes it.
func (p ExceededBound) Text() string {
	text := "alert " + p.Alert + ": " + report.AlertText(p.Bound, p.Level)
	if of := report.AlertSample(p.Bound, p.Level); of != "" {
		text += " (" + of + ")"
	}
	return text
}

// Is reports whether it is the same bound.
func (p ExceededBound) Is(other ExceededBound) bool {
	return p.Alert == other.Alert && p.Bound.Of == other.Bound.Of
}

// News is the result of a check of the figures.
type News struct {
	Past    []ExceededBound // bounds that are passed now, in the order of the settings
	Tripped []ExceededBound // those of Past that were not passed at the last check, nor when the program started
	Already []ExceededBound // at the first check: those that were passed when the program started
	Faults  []error         // why a figure could not be checked; each is reported once
}

// Watch checks the figures whenever an exchange ended. Saved exchanges are counted in the archive,
// with those of other programs; it stores the figures of the others.
type Watch struct {
	began   time.Time
	archive func(context.Context) *archive.Archive // nil without one
	ended   chan struct{}                          // holds a token if there may be something new

	mu     sync.Mutex // guards watched.unsaved
	alerts []*watched

	// Used only by Next and Last.
	checked bool      // at least once
	due     time.Time // of the next check
}

// watched is one alert.
type watched struct {
	stats.Alert
	query   query.Query
	unsaved stats.Exchanges // since the start, those that match the filter

	past      []bool // of each bound, at the last check
	lastFault string // of the last check
}

// New returns a watch for some alerts; nil if there are none. archive is called at each check, and
// may return nil.
func New(alerts []stats.Alert, began time.Time, archive func(context.Context) *archive.Archive) *Watch {
	if len(alerts) == 0 {
		return nil
	}
	w := &Watch{began: began, archive: archive, ended: make(chan struct{}, 1)}
	for _, a := range alerts {
		q, _ := query.Parse(a.Filter, began) // the settings have checked it
		w.alerts = append(w.alerts, &watched{Alert: a, query: q, past: make([]bool, len(a.Bounds))})
	}
	w.Saved() // for the first check
	return w
}

// Saved notes that an exchange ended that is in the archive, or was passed to it.
func (w *Watch) Saved() {
	if w == nil {
		return
	}
	select {
	case w.ended <- struct{}{}:
	default:
	}
}

// Unsaved counts an exchange that ended and is not saved.
func (w *Watch) Unsaved(e history.Entry) {
	if w == nil {
		return
	}
	w.mu.Lock()
	for _, a := range w.alerts {
		if query.Holds(a.query, &e) == query.Yes {
			a.add(&e)
		}
	}
	w.mu.Unlock()
	w.Saved()
}

// add adds the figures of an exchange. From time to time it drops those that no bound counts any
// more.
func (a *watched) add(e *history.Entry) {
	const many = 1024
	a.unsaved.Add(e, "")
	if n := a.unsaved.Len(); n >= many && n&(n-1) == 0 {
		from := a.from(e.Start).UnixMicro()
		a.unsaved.Filter(0, func(row int) bool { return a.unsaved.Start[row] >= from })
	}
}

// from returns when the earliest exchange started that a bound counts.
func (a *watched) from(now time.Time) time.Time {
	from := now
	for _, b := range a.Bounds {
		if f := b.From(now); f.Before(from) {
			from = f
		}
	}
	return from
}

const (
	againEvery = time.Minute // while a bound is passed: time alone may end that
	rest       = 20          // the pause after a check, as a multiple of its duration
)

// Next waits for an exchange to end, and checks the figures. It checks at once the first time, and
// once a minute while a bound is passed. ok is false once ctx has ended.
func (w *Watch) Next(ctx context.Context) (n News, ok bool) {
	if !w.wait(ctx) {
		return News{}, false
	}
	began := time.Now()
	n = w.look(ctx)
	w.due = time.Now().Add(rest * time.Since(began))
	if ctx.Err() != nil {
		w.Saved() // for Last
		return News{}, false
	}
	return n, true
}

// Last checks once more, after Next, if there may be something new.
func (w *Watch) Last(ctx context.Context) News {
	select {
	case <-w.ended:
		return w.look(ctx)
	default:
		return News{}
	}
}

func (w *Watch) wait(ctx context.Context) bool {
	var again <-chan time.Time
	if w.isPast() {
		timer := time.NewTimer(againEvery)
		defer timer.Stop()
		again = timer.C
	}
	select {
	case <-w.ended:
	case <-again:
	case <-ctx.Done():
		return false
	}
	if wait := time.Until(w.due); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			w.Saved() // for Last
			return false
		}
	}
	return true
}

func (w *Watch) isPast() bool {
	return slices.ContainsFunc(w.alerts, func(a *watched) bool { return slices.Contains(a.past, true) })
}

// look checks the figures. It returns nothing if ctx ended meanwhile.
func (w *Watch) look(ctx context.Context) (n News) {
	now := time.Now()
	store := w.archive(ctx)
	if store != nil {
		_ = store.Flush(ctx) // the archive reports what cannot be written
	}
	all, faults := make([]*stats.Exchanges, len(w.alerts)), make([]error, len(w.alerts))
	for i, a := range w.alerts {
		all[i], faults[i] = w.exchanges(ctx, store, a, now)
	}
	if ctx.Err() != nil {
		return News{}
	}
	for i, a := range w.alerts {
		if err := faults[i]; err == nil {
			a.lastFault = ""
			w.compare(a, all[i], now, &n)
		} else if a.lastFault != err.Error() {
			a.lastFault = err.Error()
			n.Faults = append(n.Faults, fmt.Errorf("alert %s: %w", a.Name, err))
		}
	}
	w.checked = true
	return n
}

// compare compares the figures of an alert with its bounds. A bound that was passed before the program
// started has not tripped.
func (w *Watch) compare(a *watched, x *stats.Exchanges, now time.Time, n *News) {
	levels := make([]stats.Level, len(a.Bounds))
	for i, b := range a.Bounds {
		levels[i] = b.Level(x, now)
	}
	if !w.checked {
		began := w.began.UnixMicro()
		x.Filter(0, func(row int) bool { return x.Start[row] < began })
		for i, b := range a.Bounds {
			a.past[i] = b.Level(x, now).Passed
		}
	}
	for i, l := range levels {
		if l.Passed {
			p := ExceededBound{a.Name, a.Bounds[i], l, report.AlertFilter(a.Filter, l)}
			n.Past = append(n.Past, p)
			switch {
			case !a.past[i]:
				n.Tripped = append(n.Tripped, p)
			case !w.checked:
				n.Already = append(n.Already, p)
			}
		}
		a.past[i] = l.Passed
	}
}

// exchanges returns the exchanges that the bounds of an alert count, saved or not.
func (w *Watch) exchanges(ctx context.Context, store *archive.Archive, a *watched, now time.Time) (*stats.Exchanges, error) {
	x := &stats.Exchanges{}
	switch {
	case store != nil:
		var err error
		if x, err = store.Figures(ctx, a.query.WithTimeRange(a.from(now), time.Time{}), stats.Dimension{}); err != nil {
			return nil, fmt.Errorf("the history cannot be read: %w", err)
		}
	case a.query.Asks(""):
		return nil, errors.New("not watched: its filter looks for words, which only the history can find, and nothing is saved in this run")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	x.Append(&a.unsaved) // some may be in the archive too: it counts as failing after one failure
	return x, nil
}
