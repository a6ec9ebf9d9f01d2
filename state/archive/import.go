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

// Import writes an exchange of another program, and waits for it. added is false if the archive has
// its ID; a deleted one is restored. It joins no session of this archive, with which it would be
// shared: a session that has its name gets a prefix.
func (a *Archive) Import(ctx context.Context, about history.About, x *state.Exchange, c *wire.Capture) (added bool, err error) {
	k := a.prepare(about, x, c)
	var wrote atomic.Bool // the work may end after the wait for it
	err = a.wait(ctx, func() error {
		var deleted sql.NullInt64
		err := a.db().write.QueryRow("SELECT deleted FROM exchange WHERE name = ?", k.entry.ID).Scan(&deleted)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			if k.entry.Session, err = a.foreignSession(k.entry.Session); err == nil {
				err = a.insert(&k)
			}
		case err == nil && deleted.Valid:
			_, err = a.db().write.Exec("UPDATE exchange SET deleted = NULL WHERE name = ?", k.entry.ID)
		case err == nil:
			return nil
		}
		wrote.Store(err == nil)
		return err
	})
	return wrote.Load(), err
}

// foreignSession returns the name of an imported session, with a prefix if a conversation or an
// exchange that was made here has it.
func (a *Archive) foreignSession(name string) (string, error) {
	for name != "" {
		var there int
		err := a.db().write.QueryRow("SELECT 1 FROM exchange WHERE session = ?1 AND origin != ?2 UNION ALL SELECT 1 FROM session WHERE id = ?1 LIMIT 1",
			name, history.Import).Scan(&there)
		if errors.Is(err, sql.ErrNoRows) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		name = "import-" + name
	}
	return "", nil
}
