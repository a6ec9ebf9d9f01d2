package archive

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"gatehouse/client/wire"
	"gatehouse/state/cache"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/history/waterfall"
)

// Reader is a history of any engine: the Archive of this machine, or the database of a team
// (state/archive/team). Its methods may be called from any goroutine.
type Reader interface {
	// List returns entries, the newest first. It reads columns, never bodies.
	List(ctx context.Context, p Page) ([]history.Entry, error)
	// Totals counts what a query holds for, which may take long.
	Totals(ctx context.Context, q query.Query) (history.Totals, error)
	// Find returns the entry with an ID, with a unique prefix of one, or the last for "last". The
	// error is ErrNone or a *ManyError.
	Find(ctx context.Context, id string) (history.Entry, error)
	// Capture reads the capture of an entry, by its key.
	Capture(ctx context.Context, key int64) (*wire.Capture, error)
	// Figures returns the figures of the exchanges that a query holds for, each with its value of a
	// dimension.
	Figures(ctx context.Context, q query.Query, d stats.Dimension) (*stats.Exchanges, error)
	// Run returns the exchanges of a run, the oldest first, at most MaxInRun: see Waterfall and
	// FullRun. It returns none if there is no such run.
	Run(ctx context.Context, number int64) ([]history.Entry, error)
	// Prices returns the known prices.
	Prices(ctx context.Context) prices.Book
}

var _ Reader = (*Archive)(nil)

// Page is a part of a list.
type Page struct {
	Query  query.Query
	Before int64 // entries with smaller keys only; 0: from the newest on
	Limit  int   // of entries; -1: all

	Order     history.Order  // of Archive only: the history of a team has the newest first
	After     *history.Entry // of an order: the last entry of the page before; nil: from the first on
	valueless bool           // those without a value of the order
}

// FindIn implements Reader.Find. between returns the first few entries by ID, from one to before
// another; none is the ErrNone of the history.
func FindIn(ctx context.Context, r Reader, id string, none error, between func(from, to string) ([]history.Entry, error)) (history.Entry, error) {
	var list []history.Entry
	var err error
	switch id {
	case "":
	case "last":
		list, err = r.List(ctx, Page{Limit: 1})
	default:
		list, err = between(id, id+AfterAll)
	}
	switch {
	case err != nil:
		return history.Entry{}, err
	case len(list) == 0 && (id == "" || id == "last"):
		return history.Entry{}, none
	case len(list) == 0:
		return history.Entry{}, fmt.Errorf("%w: %s", none, id)
	case len(list) > 1 && list[0].ID != id: // it would be the first
		return history.Entry{}, &ManyError{id, []string{list[0].ID, list[1].ID}}
	}
	return list[0], nil
}

// readAtOnce is the number of entries in memory while a list is read to its end.
const readAtOnce = 500

// Each yields the entries that a query holds for, the newest first, at most limit of them if it is
// not 0. An error ends it.
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

// Waterfall returns a run as it is shown, with the number of its exchanges that are left out, and
// with the first of the proven causes where a cache miss has several; without rows if there is no such run.
func Waterfall(ctx context.Context, r Reader, number int64) (waterfall.Run, error) {
	list, err := r.Run(ctx, number)
	run := waterfall.Of(list)
	if a, ok := r.(*Archive); ok {
		a.nameCauses(ctx, &run)
	}
	if err != nil || len(list) < MaxInRun {
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

// nameCauses sets the cause of each row whose cache miss has several to the first of them.
func (a *Archive) nameCauses(ctx context.Context, run *waterfall.Run) {
	for i := range run.Rows {
		r := &run.Rows[i]
		if r.Cache != string(cache.Several) {
			continue
		}
		if _, found, err := a.Caching(ctx, r.ID); err == nil && len(found.Causes) > 1 {
			r.Cause = found.Causes[0].Verdict.Words()
		}
	}
}

// FullRun returns all exchanges of a run, the oldest first.
func FullRun(ctx context.Context, r Reader, number int64) ([]history.Entry, error) {
	list, err := r.List(ctx, Page{Query: ofRun(number), Limit: -1})
	slices.Reverse(list)
	return list, err
}

func ofRun(number int64) query.Query {
	field, _ := query.Lookup("run")
	return query.Query{Any: []query.All{{{Field: field, Op: query.Is, Text: strconv.FormatInt(number, 10)}}}}
}

// RunsPage is a part of a list of runs. An exchange without a run is a run by itself.
type RunsPage struct {
	Runs []waterfall.Run // without rows; number 0 is an exchange without a run
	Next int64           // key below which the next page begins; 0: this is the last
}

// ListRuns lists the runs with exchanges that a query holds for, ordered by the newest of these,
// without the known runs of earlier pages. Sums cover each run as shown.
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

// Unfound describes what a query does not find in a history that is being indexed, or returns "".
func Unfound(ctx context.Context, r Reader, q query.Query) string {
	if a, ok := r.(*Archive); ok {
		return a.Unfound(ctx, q)
	}
	return ""
}
