package archive

import (
	"context"
	"database/sql"
	"slices"

	"gatehouse/state/history"
	"gatehouse/state/waterfall"
)

// mostInRun bounds the exchanges that are read of one run: the last ones are left out.
const mostInRun = 5000

// Run are the exchanges of a run, the oldest first; none where there is no such run.
func (a *Archive) Run(ctx context.Context, number int64) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) { return runOf(ctx, db, number) })
}

func runOf(ctx context.Context, db *sql.DB, number int64) ([]history.Entry, error) {
	return entries(ctx, db, "SELECT "+columns+" FROM exchange WHERE run = ? AND deleted IS NULL ORDER BY id LIMIT ?", number, mostInRun)
}

// RunsPage is a part of a list of runs. An exchange that is in none is a run of its own.
type RunsPage struct {
	Runs []waterfall.Run // without rows; those of 0 are an exchange that is in none
	Next int64           // key below which the next page begins; 0: this is the last
}

// ListRuns lists the runs with exchanges that a query holds for, by the newest of these. known are
// those that an earlier page had. The sums are of whole runs.
func (a *Archive) ListRuns(ctx context.Context, p Page, known map[int64]bool) (RunsPage, error) {
	return reading(ctx, a, func(db *sql.DB) (page RunsPage, err error) {
		had := map[int64]bool{}
		for {
			statement, args, err := a.selection(ctx, Page{Query: p.Query, Before: p.Before, Limit: readAtOnce})
			if err != nil {
				return page, err
			}
			list, err := entries(ctx, db, statement, args...)
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
				all := []history.Entry{*e}
				if had[e.Run] = e.Run != 0; e.Run != 0 {
					if all, err = runOf(ctx, db, e.Run); err != nil {
						return page, err
					}
				}
				run := waterfall.Of(all)
				run.Number, run.Rows = e.Run, slices.Clip(run.Rows[:0])
				page.Runs = append(page.Runs, run)
			}
			if len(list) < readAtOnce {
				return page, nil
			}
			p.Before = list[len(list)-1].Key
		}
	})
}
