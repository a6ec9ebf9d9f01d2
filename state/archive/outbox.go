package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"gatehouse/state/history"
)

var later = history.NamesOf(history.LaterColumns())

// outboxSchema is created only in archives that share exchanges with a team, so it is no version of
// the schema.
var outboxSchema = `
-- Exchanges that are shared with a team.
CREATE TABLE IF NOT EXISTS outbox (
	exchange INTEGER PRIMARY KEY,
	change   INTEGER NOT NULL, -- counts what is to be pushed of it
	pushed   INTEGER NOT NULL, -- the change that the team has; 0: none
	held     TEXT              -- why it is not pushed; null: it is
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (exchange) WHERE change > pushed AND held IS NULL;
CREATE TABLE IF NOT EXISTS outbox_source (name TEXT NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS outbox_changed AFTER UPDATE OF ` + later + ` ON exchange
WHEN (NEW.` + strings.ReplaceAll(later, ", ", ", NEW.") + `) IS NOT (OLD.` + strings.ReplaceAll(later, ", ", ", OLD.") + `)
BEGIN
	UPDATE outbox SET change = change + 1 WHERE exchange = NEW.id;
END;
CREATE TRIGGER IF NOT EXISTS outbox_removed AFTER DELETE ON exchange BEGIN
	DELETE FROM outbox WHERE exchange = OLD.id;
END;
`

// openOutbox creates the outbox if there is none, and names the archive for the team.
func (a *Archive) openOutbox(ctx context.Context, db *sql.DB) error {
	if a.options.Share == nil {
		return nil
	}
	if err := makeOutbox(ctx, db); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "INSERT INTO outbox_source SELECT ? WHERE NOT EXISTS (SELECT 1 FROM outbox_source)", strings.ToLower(rand.Text()))
	return err
}

func makeOutbox(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, outboxSchema)
	return err
}

const (
	markShared = "INSERT INTO outbox (exchange, change, pushed) VALUES (?, 1, 0) ON CONFLICT (exchange) DO UPDATE SET change = change + 1, held = NULL"
	// shareAgain also shares what was removed from the team's history.
	shareAgain = markShared + ", pushed = 0"
)

// markIfShared adds a new exchange to the outbox if it is to be shared.
func (a *Archive) markIfShared(tx *sql.Tx, id int64, k *insertion) error {
	if k.mark != nil {
		return k.mark.put(tx, id, &k.entry)
	}
	if !a.shares(&k.entry) {
		return nil
	}
	_, err := tx.Exec(markShared, id)
	return err
}

func (a *Archive) shares(e *history.Entry) bool {
	return a.options.Share != nil && (e.Shared || a.options.Share(e))
}

var errNoOutbox = errors.New("no team is set, so nothing can be shared")

// Share marks exchanges for the team, all or none, regardless of Options.Share.
func (a *Archive) Share(ctx context.Context, keys ...int64) error {
	if a.options.Share == nil {
		return errNoOutbox
	}
	return a.waitTx(ctx, func(tx *sql.Tx) error {
		for _, key := range keys {
			if _, err := tx.ExecContext(ctx, shareAgain, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// sharing is the history.Sharing of an exchange in the outbox.
const sharing = "CASE WHEN pushed > 0 THEN 'shared' WHEN held IS NULL THEN 'waits' ELSE 'held' END"

// ToggleShared marks an exchange for the team, or removes the mark if the team does not have the
// exchange yet. It returns the state before, and why the exchange was held, if it was.
func (a *Archive) ToggleShared(ctx context.Context, key int64) (was history.Sharing, why string, err error) {
	if a.options.Share == nil {
		return "", "", errNoOutbox
	}
	err = a.wait(ctx, func() error {
		db := a.db().write
		err := db.QueryRowContext(ctx, "SELECT "+sharing+", coalesce(held, '') FROM outbox WHERE exchange = ?", key).Scan(&was, &why)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			_, err = db.ExecContext(ctx, markShared, key)
		case err == nil && was != history.WithTeam:
			_, err = db.ExecContext(ctx, "DELETE FROM outbox WHERE exchange = ?", key)
		}
		return err
	})
	return was, why, err
}

// Sharing sets the sharing of entries in an archive that shares exchanges. Entries of other
// histories stay as they are.
func Sharing(ctx context.Context, r Reader, list []history.Entry) error {
	a, isArchive := r.(*Archive)
	if !isArchive || a.options.Share == nil || a.readOnly != nil || len(list) == 0 {
		return nil
	}
	byKey, keys := map[int64]*history.Entry{}, make([]int64, len(list))
	for i := range list {
		keys[i], byKey[list[i].Key] = list[i].Key, &list[i]
	}
	chosen, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	_, err = reading(ctx, a, func(db *sql.DB) (none struct{}, err error) {
		var key int64
		var s history.Sharing
		statement := "SELECT exchange, " + sharing + " FROM outbox WHERE exchange IN (SELECT value FROM json_each(?))"
		return none, queryRows(ctx, db, statement, []any{string(chosen)}, []any{&key, &s}, func() error {
			byKey[key].Sharing = s
			return nil
		})
	})
	return err
}

// PendingPush is an exchange that is to be pushed to the team.
type PendingPush struct {
	Entry  history.Entry
	Known  bool // the team had it
	change int64
}

// isDue is the condition of exchanges that are to be pushed: a deleted one is not shared.
const isDue = "change > pushed AND held IS NULL AND EXISTS (SELECT 1 FROM exchange WHERE id = exchange AND deleted IS NULL)"

// Due returns at most limit exchanges that are to be pushed, the oldest first.
func (a *Archive) Due(ctx context.Context, limit int) ([]PendingPush, error) {
	return reading(ctx, a, func(db *sql.DB) (all []PendingPush, err error) {
		outbox, keys := map[int64]PendingPush{}, []any{}
		var key int64
		var d PendingPush
		statement := "SELECT exchange, change, pushed > 0 FROM outbox WHERE " + isDue + " ORDER BY exchange LIMIT ?"
		err = queryRows(ctx, db, statement, []any{limit}, []any{&key, &d.change, &d.Known}, func() error {
			outbox[key], keys = d, append(keys, key)
			return nil
		})
		if err != nil || len(keys) == 0 {
			return nil, err
		}
		list, err := entries(ctx, db, "SELECT "+selected+" FROM exchange WHERE id IN (?"+strings.Repeat(", ?", len(keys)-1)+") ORDER BY id", keys...)
		for _, e := range list { // read after the count: what changes in between is pushed again
			d := outbox[e.Key]
			d.Entry = e
			all = append(all, d)
		}
		return all, err
	})
}

// Pushed records that the team has what was due, including what was unmarked while it was pushed.
func (a *Archive) Pushed(ctx context.Context, list []PendingPush) error {
	return a.waitTx(ctx, func(tx *sql.Tx) error {
		for _, d := range list {
			if _, err := tx.Exec(`INSERT INTO outbox (exchange, change, pushed) SELECT id, ?1, ?1 FROM exchange WHERE id = ?2
				ON CONFLICT (exchange) DO UPDATE SET pushed = max(pushed, ?1)`, d.change, d.Entry.Key); err != nil {
				return err
			}
		}
		return nil
	})
}

// MarkRemoved records that the team no longer has exchanges, by their IDs: they can be shared again.
func (a *Archive) MarkRemoved(ctx context.Context, ids []string) error {
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	return a.gone(ctx, "exchange IN (SELECT id FROM exchange WHERE name IN (SELECT value FROM json_each(?)))", string(list))
}

// MarkDayRemoved records that the team no longer has the exchanges of a day in UTC.
func (a *Archive) MarkDayRemoved(ctx context.Context, begin time.Time) error {
	return a.gone(ctx, "exchange >= ? AND exchange < ?", begin.UnixMicro(), begin.AddDate(0, 0, 1).UnixMicro())
}

func (a *Archive) gone(ctx context.Context, which string, args ...any) error {
	if a.options.Share == nil {
		return errNoOutbox
	}
	return a.wait(ctx, func() error {
		_, err := a.db().write.ExecContext(ctx, "DELETE FROM outbox WHERE pushed > 0 AND "+which, args...)
		return err
	})
}

// ExcludeFromPush excludes an exchange from pushing, and records why. Share includes it again.
func (a *Archive) ExcludeFromPush(ctx context.Context, key int64, why string) error {
	return a.wait(ctx, func() error {
		_, err := a.db().write.ExecContext(ctx, "UPDATE outbox SET held = ? WHERE exchange = ?", why, key)
		return err
	})
}

// Outbox is the state of what an archive shares.
type Outbox struct {
	Source  string    // name of the archive in the team's history
	Shared  int       // that the team has
	Waiting int       // that are to be pushed
	Oldest  time.Time // of these
	Blocked int       // that are not pushed
	Why     string    // one of these is not
}

// Outbox returns the state of what the archive shares.
func (a *Archive) Outbox(ctx context.Context) (Outbox, error) {
	if a.options.Share == nil {
		return Outbox{}, errNoOutbox
	}
	return reading(ctx, a, func(db *sql.DB) (o Outbox, err error) {
		var oldest sql.NullInt64
		err = db.QueryRowContext(ctx, `SELECT (SELECT name FROM outbox_source), (SELECT count(*) FROM outbox WHERE pushed > 0),
			(SELECT count(*) FROM outbox WHERE `+isDue+`), (SELECT min(exchange) FROM outbox WHERE `+isDue+`),
			(SELECT count(*) FROM outbox WHERE held IS NOT NULL), coalesce((SELECT held FROM outbox WHERE held IS NOT NULL LIMIT 1), '')`).
			Scan(&o.Source, &o.Shared, &o.Waiting, &oldest, &o.Blocked, &o.Why)
		if oldest.Valid {
			o.Oldest = time.UnixMicro(oldest.Int64)
		}
		return o, err
	})
}
