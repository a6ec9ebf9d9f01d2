package share

import (
	"context"
	"fmt"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

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
	x, err = a.Figures(ctx, q.Between(span.From, span.To), by)
	return x, note, err
}
