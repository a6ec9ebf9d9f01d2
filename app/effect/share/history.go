package share

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/share/export"
)

// Find reads an exchange of the history by its id, a unique beginning of it, or "last".
// The error is that of archive.Find, or of reading the capture.
func Find(ctx context.Context, a archive.Reader, id string) (export.Exchange, error) {
	e, err := a.Find(ctx, id)
	if err != nil {
		return export.Exchange{}, err
	}
	return Load(ctx, a, &e)
}

// Session reads the session of an exchange, the oldest exchange first, or the exchange alone if it
// has none. The error is a *progress.StoppedError if w was stopped.
func Session(w *progress.Work, a archive.Reader, id string) ([]export.Exchange, error) {
	list, err := session(w, a, id)
	return list, cmp.Or(w.Err(), err)
}

func session(w *progress.Work, a archive.Reader, id string) ([]export.Exchange, error) {
	ctx := w.Context()
	e, err := a.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	entries := []history.Entry{e}
	if e.Session != "" {
		if entries, err = ofSession(ctx, a, e.Session); err != nil {
			return nil, err
		}
	}
	return loadAll(w, a, entries)
}

// Run reads the run of an exchange, or the run with a number, the oldest exchange first. The error is
// a *progress.StoppedError if w was stopped.
func Run(w *progress.Work, a archive.Reader, id string) ([]export.Exchange, error) {
	entries, err := FindRun(w.Context(), a, id)
	if err != nil {
		return nil, cmp.Or(w.Err(), err)
	}
	list, err := loadAll(w, a, entries)
	return list, cmp.Or(w.Err(), err)
}

// FindRun returns the exchanges of a run, the oldest first: of the run with the number id, else of the
// run of the exchange id. The error is that of archive.Find, *NoRunError or *LoneError.
func FindRun(ctx context.Context, a archive.Reader, id string) ([]history.Entry, error) {
	if number, err := strconv.ParseInt(id, 10, 64); err == nil { // never the beginning of an id, which would be another's run
		list, err := archive.FullRun(ctx, a, number)
		if err == nil && len(list) == 0 {
			err = &NoRunError{number}
		}
		return list, err
	}
	e, err := a.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if e.Run == 0 {
		return nil, &LoneError{e.ID}
	}
	return archive.FullRun(ctx, a, e.Run)
}

// NoRunError is the error of a number that no run has.
type NoRunError struct{ Number int64 }

func (e *NoRunError) Error() string { return fmt.Sprintf("no run %d", e.Number) }

// LoneError is the error of an exchange without a run.
type LoneError struct{ ID string }

func (e *LoneError) Error() string {
	return fmt.Sprintf("%s is in no run: no other exchange continues it, or names the same session", e.ID)
}

// loadAll reads the exchanges of entries, with the title of the first.
func loadAll(w *progress.Work, a archive.Reader, entries []history.Entry) ([]export.Exchange, error) {
	ctx := w.Context()
	list := make([]export.Exchange, 0, len(entries))
	for i := range entries {
		x, err := Load(ctx, a, &entries[i])
		if err != nil {
			return nil, err
		}
		list = append(list, x)
		if err := w.Counted("reading", i+1, len(entries), "exchanges"); err != nil {
			return nil, err
		}
	}
	title := titleOf(entries, list)
	for i := range list {
		list[i].Title = title
	}
	return list, nil
}

// titleOf returns the title of exchanges: what the user asked first.
func titleOf(entries []history.Entry, list []export.Exchange) string {
	asked := waterfall.Of(entries).Sum.Asked
	for i := range entries {
		if entries[i].Words == asked && list[i].Title != "" {
			return list[i].Title
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0].Title
}

func ofSession(ctx context.Context, a archive.Reader, session string) ([]history.Entry, error) {
	field, _ := query.Lookup("session")
	q := query.Query{Any: []query.All{{{Field: field, Op: query.Is, Text: session}}}}
	all, err := a.List(ctx, archive.Page{Query: q, Limit: -1})
	all = slices.DeleteFunc(all, func(e history.Entry) bool { return e.Session != session })
	slices.Reverse(all)
	return all, err
}

// Load reads the exchange of an entry. The error is that of reading its capture.
func Load(ctx context.Context, a archive.Reader, e *history.Entry) (export.Exchange, error) {
	c, err := a.Capture(ctx, e.Key)
	if err != nil {
		return export.Exchange{}, err
	}
	x := Of(e.About, c)
	x.Listed, x.Prices = e, a.Prices(ctx)
	return x, nil
}

// Of returns the exchange of a capture.
func Of(about history.About, c *wire.Capture) export.Exchange {
	return exchangeOf(about, c, files.Fold(about, c))
}

// exchangeOf returns the exchange of a capture that was folded to x.
func exchangeOf(about history.About, c *wire.Capture, x *state.Exchange) export.Exchange {
	return export.Exchange{
		State: x, Shown: x, Capture: c, About: about, Local: about.Connection == history.Local,
		Title: history.Asked(x, c),
	}
}

// Afresh derives exchanges from their captures again, so that they can be read while a screen uses
// the originals. One that was not sent is unchanged.
func Afresh(list []export.Exchange) []export.Exchange {
	out := slices.Clone(list)
	for i, was := range list {
		if c := was.Capture; c != nil && c.End != nil && c.Sent.URL != "" {
			out[i] = Of(was.About, c)
			out[i].Prompt, out[i].Title, out[i].Local, out[i].Listed = was.Prompt, was.Title, was.Local, was.Listed
		}
	}
	return out
}

// FilterError is the error of a malformed filter.
type FilterError struct {
	Text string
	Err  error
}

func (e *FilterError) Error() string { return fmt.Sprintf("the query %q: %v", e.Text, e.Err) }

func (e *FilterError) Unwrap() error { return e.Err }

// A Filter is the text of a filter of the history.
type Filter struct {
	Text  string
	Now   time.Time
	Index func(query.Query) error // indexes the history for a query, which may take long
}

// On parses the filter, and indexes the history for it if necessary, as after a repair. note describes
// what it does not find all the same, or is "". The error is a *FilterError, or that of indexing.
func (f Filter) On(ctx context.Context, a archive.Reader) (q query.Query, note string, err error) {
	if q, err = query.Parse(f.Text, f.Now); err != nil {
		return q, "", &FilterError{f.Text, err}
	}
	if err := f.index(q); err != nil {
		return q, "", err
	}
	return q, archive.Unfound(ctx, a, q), nil
}

func (f Filter) index(q query.Query) error {
	if !q.Asks("lint") && !q.Asks("cache") && !q.Asks("receipt") {
		return nil
	}
	return f.Index(q)
}

// Figures reads the figures of the exchanges that match the filter in a span of time. note is that of
// On, and the error that of On or of reading.
func (f Filter) Figures(ctx context.Context, a archive.Reader, span stats.Span, by stats.Dimension) (x *stats.Exchanges, note string, err error) {
	q, note, err := f.On(ctx, a)
	if err != nil {
		return nil, "", err
	}
	if by.Name == "lint" || by.Name == "cache" { // the groups need their index
		all, err := query.Parse(by.Name+":*", f.Now)
		if err == nil {
			err = f.index(all)
		}
		if err != nil {
			return nil, "", err
		}
	}
	x, err = a.Figures(ctx, q.WithTimeRange(span.From, span.To), by)
	return x, note, err
}
