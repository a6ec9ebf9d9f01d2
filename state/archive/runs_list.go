package archive

import (
	"context"
	"database/sql"

	"gatehouse/state/history"
)

// mostInRun bounds the exchanges that Run reads: the last ones are left out.
const mostInRun = 5000

// Run are the exchanges of a run, or the first of them, the oldest first; none where there is no such run.
func (a *Archive) Run(ctx context.Context, number int64) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) { return runOf(ctx, db, number) })
}

func runOf(ctx context.Context, db *sql.DB, number int64) ([]history.Entry, error) {
	return entries(ctx, db, "SELECT "+Columns+" FROM exchange WHERE run = ? AND deleted IS NULL ORDER BY id LIMIT ?", number, mostInRun)
}
