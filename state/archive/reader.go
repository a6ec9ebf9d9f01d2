package archive

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/prices"
	"gatehouse/state/query"
	"gatehouse/state/stats"
	"gatehouse/state/waterfall"
)

// Reader is a history that is read, whatever engine keeps it: the Archive of this machine, or the
// database of a team (state/archive/team). Its methods may be called from any goroutine.
type Reader interface {
	// List returns entries, the newest first. It reads columns, never bodies.
	List(ctx context.Context, p Page) ([]history.Entry, error)
	// Totals counts what a query holds for, which may take long.
	Totals(ctx context.Context, q query.Query) (history.Totals, error)
	// Find returns the entry with an id, with the only id of that beginning, or of the last
	// exchange for "last". The error is ErrNone or a *ManyError.
	Find(ctx context.Context, id string) (history.Entry, error)
	// Capture reads the capture of an entry, by its key.
	Capture(ctx context.Context, key int64) (*wire.Capture, error)
	// Figures are those of the exchanges that a query holds for, each with its value of a dimension.
	Figures(ctx context.Context, q query.Query, d stats.Dimension) (*stats.Exchanges, error)
	// Run are the exchanges of a run, the oldest first; none where there is no such run. Of very
	// many the last ones are left out: see Waterfall and WholeRun.
	Run(ctx context.Context, number int64) ([]history.Entry, error)
	// Prices are what is known of prices.
	Prices(ctx context.Context) prices.Book
}

var _ Reader = (*Archive)(nil)

// Page is a part of a list.
type Page struct {
	Query  query.Query
	Before int64 // entries with smaller keys only; 0: from the newest on
	Limit  int   // of entries; -1: all
}

// readAtOnce is how many entries are in memory of a list that is read to its end.
const readAtOnce = 500

// Each yields the entries that a query holds for, the newest first: limit of them, or all
// where it is 0. Nothing comes after an error.
func Each(ctx context.Context, r Reader, q query.Query, limit int) iter.Seq2[history.Entry, error] {
	return func(yield func(history.Entry, error) bool) {
		p := Page{Query: q}
		for left := limit; limit == 0 || left > 0; left -= p.Limit {
			if p.Limit = readAtOnce; limit > 0 {
				p.Limit = min(readAtOnce, left)
			}
			list, err := r.List(ctx, p)
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(history.Entry{}, err)
				return
			}
			if len(list) < p.Limit {
				return
			}
			p.Before = list[len(list)-1].Key
		}
	}
}

// Waterfall is a run as it is shown, which says how many of its exchanges are left out; without
// rows where there is no such run.
func Waterfall(ctx context.Context, r Reader, number int64) (waterfall.Run, error) {
	list, err := r.Run(ctx, number)
	run := waterfall.Of(list)
	if err != nil || len(list) < MostInRun {
		return run, err
	}
	all, err := r.Totals(ctx, ofRun(number))
	if err != nil {
		return run, err
	}
	last, err := r.List(ctx, Page{Query: ofRun(number), Limit: 1})
	if run.Sum.Left = max(all.Count-len(list), 0); len(last) > 0 {
		run.Sum.End = max(run.Sum.End, waterfall.End(&last[0]))
	}
	return run, err
}

// WholeRun are all exchanges of a run, the oldest first.
func WholeRun(ctx context.Context, r Reader, number int64) ([]history.Entry, error) {
	list, err := r.List(ctx, Page{Query: ofRun(number), Limit: -1})
	slices.Reverse(list)
	return list, err
}

// ofRun is the query for the exchanges of a run.
func ofRun(number int64) query.Query {
	field, _ := query.Lookup("run")
	return query.Query{Any: []query.All{{{Field: field, Op: query.Is, Text: strconv.FormatInt(number, 10)}}}}
}

// RunsPage is a part of a list of runs. An exchange that is in none is a run of its own.
type RunsPage struct {
	Runs []waterfall.Run // without rows; those of 0 are an exchange that is in none
	Next int64           // key below which the next page begins; 0: this is the last
}

// ListRuns lists the runs with exchanges that a query holds for, by the newest of these. known are
// those that an earlier page had. The sums are of whole runs, as far as these are shown.
func ListRuns(ctx context.Context, r Reader, p Page, known map[int64]bool) (page RunsPage, err error) {
	had := map[int64]bool{}
	for {
		list, err := r.List(ctx, Page{Query: p.Query, Before: p.Before, Limit: readAtOnce})
		if err != nil {
			return page, err
		}
		for i := range list {
			e := &list[i]
			if e.Run != 0 && (known[e.Run] || had[e.Run]) {
				continue
			}
			if len(page.Runs) == p.Limit {
				page.Next = e.Key + 1
				return page, nil
			}
			run := waterfall.Of([]history.Entry{*e})
			if had[e.Run] = e.Run != 0; e.Run != 0 {
				if run, err = Waterfall(ctx, r, e.Run); err != nil {
					return page, err
				}
			}
			run.Number, run.Rows = e.Run, slices.Clip(run.Rows[:0])
			page.Runs = append(page.Runs, run)
		}
		if len(list) < readAtOnce {
			return page, nil
		}
		p.Before = list[len(list)-1].Key
	}
}

// Unfound says how much a query does not find in a history that is being indexed; empty for none.
func Unfound(ctx context.Context, r Reader, q query.Query) string {
	if a, ok := r.(*Archive); ok {
		return a.Unfound(ctx, q)
	}
	return ""
}
