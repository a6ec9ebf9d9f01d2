package archive

import (
	"context"
	"database/sql"

	"gatehouse/state/history"
)

// MostInRun bounds the exchanges that Run reads, in every engine: the last ones are left out.
const MostInRun = 5000

// Run are the exchanges of a run, or the first of them, the oldest first; none where there is no such run.
func (a *Archive) Run(ctx context.Context, number int64) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) { return runOf(ctx, db, number) })
}

func runOf(ctx context.Context, db *sql.DB, number int64) ([]history.Entry, error) {
	return entries(ctx, db, "SELECT "+selected+" FROM exchange WHERE run = ? AND deleted IS NULL ORDER BY id LIMIT ?", number, MostInRun)
}
