package archive

import (
	"context"
	"database/sql"
	"errors"

	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/history"
)

// The pieces of each prompt are in a table, so that an exchange is compared with earlier ones
// without reading their requests. The results are in columns of the exchange: null until they are
// computed, which is done in the background.

const (
	// nearWritten is the number of earlier exchanges that an exchange is compared with when it is
	// written, and of later ones that are compared again.
	nearWritten = 40
	// nearShown is that number when the exchange is shown.
	nearShown = 500
	// maxExplained is the number of exchanges that are explained in one transaction.
	maxExplained = 50
)

// explain saves the record of an exchange, and sets the cache columns of its entry.
func (a *Archive) explain(tx *sql.Tx, id int64, e *history.Entry, r *cache.Record) error {
	if e.Cache, e.Lost = "", -1; r == nil {
		return nil
	}
	if _, err := tx.Stmt(a.db().inserts.prompt).Exec(id, opening(&r.Prompt), cache.Pack(r)); err != nil {
		return err
	}
	return a.judge(context.Background(), tx, id, e, r)
}

// unexplain clears the cache columns of later exchanges that may begin with the same prompt.
func (a *Archive) unexplain(tx *sql.Tx, id int64, r *cache.Record) error {
	if r == nil {
		return nil
	}
	clear := func(s *sql.Stmt, args ...any) error {
		cleared, err := tx.Stmt(s).Exec(args...)
		if err != nil {
			return err
		}
		n, _ := cleared.RowsAffected() // SQLite always knows
		a.outdated = a.outdated || n > 0
		return nil
	}
	if err := clear(a.db().inserts.unexplain, opening(&r.Prompt), id, nearWritten); err != nil {
		return err
	}
	return clear(a.db().inserts.unexplainNext, id)
}

// opening returns a hash that exchanges share whose prompts begin in the same way.
func opening(p *run.Prompt) int64 {
	h, _ := p.Hash()
	return int64(h)
}

// judge sets the cache columns of an entry.
func (a *Archive) judge(ctx context.Context, tx *sql.Tx, id int64, e *history.Entry, r *cache.Record) error {
	now := *e
	now.Key = id
	use := cache.Of(&now, *r)
	use.Key = id
	before, err := usesBefore(ctx, tx.Stmt(a.db().inserts.uses), &use, e.Run, e.Parent, nearWritten)
	if err != nil {
		return err
	}
	found := cache.Explain(&use, before)
	e.Cache, e.Lost = string(found.Verdict), found.USD()
	return nil
}

// useColumns are the columns of a use, before its pieces.
var useColumns = history.ColumnsOf("name", "id", "connection", "base_url", "target", "asked", "served", "provider", "verdict", "total", "lasted", "undated", "input", "cached")

// usesQuery finds the exchanges before one that may have put its prompt into a cache.
var usesQuery = "SELECT " + history.NamesOf(useColumns) + `, pieces FROM exchange JOIN prompt ON exchange = id WHERE id IN (
	SELECT * FROM (SELECT exchange FROM prompt WHERE opening = ?1 AND exchange < ?2 ORDER BY exchange DESC LIMIT 0 + ?5)
	UNION SELECT * FROM (SELECT id FROM exchange WHERE run IS NOT NULL AND run = ?3 AND id < ?2 ORDER BY id DESC LIMIT 0 + ?5)
	UNION SELECT ?4)`

// usesBefore returns the exchanges that usesQuery finds: those of the run, the one it continues, and
// those that begin in the same way, the newest of each.
func usesBefore(ctx context.Context, query *sql.Stmt, now *cache.Use, of, parent int64, limit int) (list []*cache.Use, err error) {
	rows, err := query.QueryContext(ctx, opening(&now.Prompt), now.Key, of, parent, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		u, err := scanUse(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, rows.Err()
}

// scanUse reads a use, without pieces if these are damaged.
func scanUse(row interface{ Scan(...any) error }) (*cache.Use, error) {
	var e history.Entry
	var pieces []byte
	if err := row.Scan(append(history.ScanTargets(useColumns, &e), &pieces)...); err != nil {
		return nil, err
	}
	r, _ := cache.Unpack(pieces)
	u := cache.Of(&e, r)
	return &u, nil
}

// explainSome computes the cache columns of exchanges that lack them. more reports whether there may
// be others.
func (a *Archive) explainSome() (more bool, err error) {
	ctx := context.Background()
	err = a.writeTx(ctx, func(tx *sql.Tx) error {
		list, err := entries(ctx, tx, "SELECT "+selected+" FROM exchange WHERE cache IS NULL ORDER BY id LIMIT ?", maxExplained)
		more = len(list) == maxExplained
		for i := range list {
			if err == nil {
				err = a.explainAgain(ctx, tx, &list[i])
			}
		}
		return err
	})
	return more && err == nil, err
}

// explainAgain computes the cache columns of an exchange and writes them.
func (a *Archive) explainAgain(ctx context.Context, tx *sql.Tx, e *history.Entry) error {
	var pieces []byte
	err := tx.QueryRow("SELECT pieces FROM prompt WHERE exchange = ?", e.Key).Scan(&pieces)
	if e.Cache, e.Lost = "", -1; err == nil {
		if r, damaged := cache.Unpack(pieces); damaged == nil {
			err = a.judge(ctx, tx, e.Key, e, &r)
		}
	}
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		_, err = tx.Exec("UPDATE exchange SET cache = ?, lost = ? WHERE id = ?", e.Cache, history.ColumnOf("lost").Of(e).Get(), e.Key)
	}
	return err
}

// Caching explains why an exchange's prompt was read from a cache, or was not. The prompts of now
// and of what it is compared with have their texts.
func (a *Archive) Caching(ctx context.Context, id string) (now *cache.Use, found cache.Analysis, err error) {
	e, err := a.Find(ctx, id)
	if err != nil {
		return nil, found, err
	}
	now, err = reading(ctx, a, func(db *sql.DB) (*cache.Use, error) {
		u, err := scanUse(db.QueryRowContext(ctx, "SELECT "+history.NamesOf(useColumns)+", pieces FROM exchange JOIN prompt ON exchange = id WHERE id = ?", e.Key))
		if errors.Is(err, sql.ErrNoRows) {
			err = ErrNone
		}
		return u, err
	})
	if err != nil {
		return nil, found, err
	}
	of := cache.Of(&e, now.Record)
	now.Parent, now.Begins = of.Parent, of.Begins
	if err := a.withTexts(ctx, now); err != nil {
		return nil, found, err
	}
	before, err := reading(ctx, a, func(db *sql.DB) ([]*cache.Use, error) {
		query, err := db.PrepareContext(ctx, usesQuery)
		if err != nil {
			return nil, err
		}
		defer query.Close()
		return usesBefore(ctx, query, now, e.Run, e.Parent, nearShown)
	})
	if err != nil {
		return nil, found, err
	}
	found = cache.Explain(now, before)
	if found.Before != nil && a.withTexts(ctx, found.Before) == nil { // else the explanation without texts stays
		found = cache.Explain(now, before)
	}
	return now, found, nil
}

func (a *Archive) withTexts(ctx context.Context, u *cache.Use) error {
	c, err := a.Capture(ctx, u.Key)
	if err != nil {
		return err
	}
	p, err := run.PromptOf(c.Sent.Body)
	if err == nil {
		u.Prompt = p
	}
	return err
}
