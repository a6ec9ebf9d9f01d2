package archive

import (
	"context"
	"database/sql"
	"errors"

	"gatehouse/state/history"
)

// mark is what the outbox of a damaged archive says of an exchange.
type mark struct {
	change, pushed int64 // 0: nothing
	held           sql.NullString
}

// markOf reads it.
func markOf(ctx context.Context, from *sql.DB, id int64) (*mark, error) {
	m := &mark{}
	err := from.QueryRowContext(ctx, "SELECT change, pushed, held FROM outbox WHERE exchange = ?", id).Scan(&m.change, &m.pushed, &m.held)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// put writes it with the exchange, also into an archive that has no outbox: there may be a team again.
// The runs of an archive are numbered anew when it is recovered, and so it keeps its new name for the
// team too; what the team has of a run is pushed again, so that the run stays one.
func (m *mark) put(tx *sql.Tx, id int64, e *history.Entry) error {
	if m.change == 0 {
		return nil
	}
	if m.pushed > 0 && e.Run != 0 {
		m.change = max(m.change, m.pushed+1)
	}
	if _, err := tx.Exec(outboxSchema); err != nil {
		return err
	}
	_, err := tx.Exec("INSERT INTO outbox (exchange, change, pushed, held) VALUES (?, ?, ?, ?)", id, m.change, m.pushed, m.held)
	return err
}
