// Package alert watches the figures that config.toml has bounds for. What a figure is, and when it has passed its bound, is in
// state/stats.
package alert

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/report"
	"gatehouse/state/stats"
)

// Passed is a bound that a figure has passed.
type Passed struct {
	Alert string // its name
	Bound stats.Bound
	Level stats.Level
	// Filter is the query for the exchanges that the figure is of.
	Filter string
}

// Text says it in a line.
func (p Passed) Text() string {
	text := "alert " + p.Alert + ": " + report.Passed(p.Bound, p.Level)
	if of := report.PassedOf(p.Bound, p.Level); of != "" {
		text += " (" + of + ")"
	}
	return text
}

// Is reports whether it is the same bound, whatever the figure.
func (p Passed) Is(other Passed) bool { return p.Alert == other.Alert && p.Bound.Of == other.Bound.Of }

// News is what a look at the figures has brought.
type News struct {
	Past    []Passed // bounds that are passed now, in the order of the settings
	Tripped []Passed // those of them that were not at the look before, nor when the program started
	Already []Passed // of the first look: those that were passed when the program started
	Faults  []error  // why something could not be looked at; each is told once
}

// Watch looks at the figures whenever an exchange has ended. Saved ones are in the archive, and
// counted there with those of other programs; of the others it keeps the figures.
type Watch struct {
	began   time.Time
	archive func(context.Context) *archive.Archive // nil without one
	ended   chan struct{}                          // holds a token when there may be something new

	mu     sync.Mutex // of what exchanges that end write
	alerts []*watched

	// What follows is of Next alone.
	looked bool
	due    time.Time // no look is taken before
}

// watched is one alert.
type watched struct {
	stats.Alert
	query   query.Query
	unsaved stats.Exchanges // of this run, those that its filter holds for
	past    []bool          // of each bound, at the last look
	told    string          // why the last look failed
}

// New makes a watch of some alerts; nil where there are none. The archive is asked for at each
// look, and may be nil then.
func New(alerts []stats.Alert, began time.Time, archive func(context.Context) *archive.Archive) *Watch {
	if len(alerts) == 0 {
		return nil
	}
	w := &Watch{began: began, archive: archive, ended: make(chan struct{}, 1)}
	for _, a := range alerts {
		q, _ := query.Parse(a.Filter, began) // the settings let only good ones in
		w.alerts = append(w.alerts, &watched{Alert: a, query: q, past: make([]bool, len(a.Bounds))})
	}
	w.Saved() // for the first look
	return w
}

// Saved takes note of an exchange that has ended and is in the archive, or was handed over
// to it.
func (w *Watch) Saved() {
	if w == nil {
		return
	}
	select {
	case w.ended <- struct{}{}:
	default:
	}
}

// Unsaved takes note of an exchange that has ended and is not saved.
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

// add adds the figures of an exchange, and lets go of those that no bound looks at any more,
// once they are many.
func (a *watched) add(e *history.Entry) {
	const many = 1024
	a.unsaved.Add(e, "")
	if n := a.unsaved.Len(); n >= many && n&(n-1) == 0 {
		from := a.from(e.Start).UnixMicro()
		a.unsaved.Keep(0, func(row int) bool { return a.unsaved.Start[row] >= from })
	}
}

// from is when the earliest exchange began that a bound looks at.
func (a *watched) from(now time.Time) time.Time {
	from := now
	for _, b := range a.Bounds {
		if f := b.From(now); f.Before(from) {
			from = f
		}
	}
	return from
}

// While a bound is passed, time alone may end that.
const (
	againEvery = time.Minute
	rest       = 20 // times as long as a look took is none taken after it
)

// Next waits for an exchange to end, and looks. It looks at once the first time, and once a
// minute while a bound is passed. ok is false once ctx has ended.
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

// Last looks once more, after Next, if there may be something new.
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
	for _, a := range w.alerts {
		for _, past := range a.past {
			if past {
				return true
			}
		}
	}
	return false
}

// look looks at the figures as they are now. What a context ends has brought nothing.
func (w *Watch) look(ctx context.Context) (n News) {
	now := time.Now()
	store := w.archive(ctx)
	if store != nil {
		_ = store.Flush(ctx) // what cannot be written the archive reports itself
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
			a.told = ""
			w.compare(a, all[i], now, &n)
		} else if a.told != err.Error() {
			a.told = err.Error()
			n.Faults = append(n.Faults, fmt.Errorf("alert %s: %w", a.Name, err))
		}
	}
	w.looked = true
	return n
}

// compare compares the figures of an alert with its bounds. What was passed before the program started, has not
// tripped now.
func (w *Watch) compare(a *watched, x *stats.Exchanges, now time.Time, n *News) {
	levels := make([]stats.Level, len(a.Bounds))
	for i, b := range a.Bounds {
		levels[i] = b.Level(x, now)
	}
	if !w.looked {
		began := w.began.UnixMicro()
		x.Keep(0, func(row int) bool { return x.Start[row] < began })
		for i, b := range a.Bounds {
			a.past[i] = b.Level(x, now).Passed
		}
	}
	for i, l := range levels {
		if l.Passed {
			p := Passed{a.Name, a.Bounds[i], l, report.PassedFilter(a.Filter, l)}
			n.Past = append(n.Past, p)
			switch {
			case !a.past[i]:
				n.Tripped = append(n.Tripped, p)
			case !w.looked:
				n.Already = append(n.Already, p)
			}
		}
		a.past[i] = l.Passed
	}
}

// exchanges are those that the bounds of an alert look at: the saved ones and the others.
func (w *Watch) exchanges(ctx context.Context, store *archive.Archive, a *watched, now time.Time) (*stats.Exchanges, error) {
	x := &stats.Exchanges{}
	switch {
	case store != nil:
		var err error
		if x, err = store.Figures(ctx, a.query.Between(a.from(now), time.Time{}), stats.Dimension{}); err != nil {
			return nil, fmt.Errorf("the history cannot be read: %w", err)
		}
	case a.query.Asks(""):
		return nil, errors.New("not watched: its filter looks for words, which only the history can find, and nothing is saved in this run")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	x.Append(&a.unsaved) // some may be in the archive after all: one failure makes it say that it fails
	return x, nil
}
