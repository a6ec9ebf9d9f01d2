package archive

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Import writes an exchange that another program made, and waits for it. added is false
// for one whose ID the archive has; one that was deleted comes back.
func (a *Archive) Import(ctx context.Context, about history.About, x *state.Exchange, c *wire.Capture) (added bool, err error) {
	k := a.prepare(about, x, c)
	var wrote atomic.Bool // the work may end after the wait for it
	err = a.wait(ctx, func() error {
		var deleted sql.NullInt64
		err := a.write.QueryRow("SELECT deleted FROM exchange WHERE name = ?", k.entry.ID).Scan(&deleted)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			err = a.insert(k)
		case err == nil && deleted.Valid:
			_, err = a.write.Exec("UPDATE exchange SET deleted = NULL WHERE name = ?", k.entry.ID)
		case err == nil:
			return nil
		}
		wrote.Store(err == nil)
		return err
	})
	return wrote.Load(), err
}
