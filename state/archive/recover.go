package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/history"
)

// Recovery is what Recover added.
type Recovery struct {
	Found    int      // exchanges that left a trace
	Known    int      // those that the history has already
	Complete int      // added with everything that was saved of them
	Listed   []string // IDs of those added without what was sent and received
	Lost     []int64  // keys of those that cannot be read: their start in µs of Unix time
	Unmarked int      // added and selected by Options.Share, but not marked as shared in the file
}

// ErrNothing is the error of a file without readable history.
var ErrNothing = errors.New("nothing of a history can be read in it")

// Recover adds all that can be read of a database that was set aside and that the archive does not
// have. each receives progress in exchanges; its error ends the work, and is returned. The file is
// not changed.
func (a *Archive) Recover(ctx context.Context, path string, each func(done, total int) error) (r Recovery, err error) {
	if a.readOnly != nil {
		return r, a.readOnly
	}
	dir, err := os.MkdirTemp(a.dir, "recover-*")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	s, err := a.salvage(ctx, path, dir)
	if err != nil {
		return r, err
	}
	defer s.db.Close()
	if err := a.addRows(ctx, s); err != nil {
		return r, err
	}
	keys, err := s.keys(ctx)
	if err != nil {
		return r, err
	}
	r.Found = len(keys)
	for i, key := range keys {
		if err := each(i, len(keys)); err != nil {
			return r, err
		}
		if err := a.addExchange(ctx, s.db, key, &r); err != nil {
			return r, err
		}
	}
	if r.Found == 0 {
		return r, fmt.Errorf("%s: %w", path, ErrNothing)
	}
	return r, nil
}

// addRows adds the price lists and conversations that the archive does not have.
func (a *Archive) addRows(ctx context.Context, s *salvaged) error {
	for _, t := range s.tables {
		if !slices.Contains([]string{"price_list", "run", "session", "turn"}, t.name) {
			continue
		}
		rows, err := rowsOf(ctx, s.db, "SELECT "+strings.Join(t.columns, ", ")+" FROM "+t.name)
		if err != nil {
			return err
		}
		err = a.wait(ctx, func() error {
			for _, row := range rows {
				if _, err := a.db().write.Exec(t.inserting(), row...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	a.book.Store(nil) // it is read again, with the price lists
	return nil
}

// keys returns those of all exchanges that are not deleted, the oldest first.
func (s *salvaged) keys(ctx context.Context) (keys []int64, err error) {
	rows, err := rowsOf(ctx, s.db, "SELECT exchange FROM capture UNION SELECT id FROM exchange")
	if err != nil {
		return nil, err
	}
	deleted, err := rowsOf(ctx, s.db, "SELECT id FROM exchange WHERE deleted IS NOT NULL")
	known := map[any]bool{}
	for _, row := range deleted {
		known[row[0]] = true
	}
	for _, row := range append(rows, s.traces...) {
		if !known[row[0]] {
			known[row[0]], keys = true, append(keys, row[0].(int64))
		}
	}
	slices.Sort(keys)
	return keys, err
}

// addExchange adds an exchange of a salvaged database to the archive.
func (a *Archive) addExchange(ctx context.Context, from *sql.DB, key int64, r *Recovery) error {
	list, err := entries(ctx, from, "SELECT "+selected+" FROM exchange WHERE id = ?", key)
	if err != nil {
		return err
	}
	c, err := a.capture(ctx, from, key)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && len(list) == 0:
		r.Lost = append(r.Lost, key)
		return nil
	}
	k := insertion{capture: c}
	switch {
	case err != nil: // the row alone
		k.entry = list[0]
		k.text = history.Text{Answers: k.entry.Words}
	case len(list) == 0: // the capture alone
		c.ID = strconv.FormatInt(key, 36) + "-recovered"
		about := history.About{Origin: history.Import, Kind: state.KindOf(c.Sent)}
		k = a.prepare(about, a.options.Fold(about, c), c)
	default:
		k = a.prepare(list[0].About, a.options.Fold(list[0].About, c), c)
	}
	if k.mark, err = markOf(ctx, from, key); err != nil {
		return err
	}
	known := false
	err = a.wait(ctx, func() (err error) {
		if err = a.db().write.QueryRow("SELECT EXISTS (SELECT 1 FROM exchange WHERE name = ?)", k.entry.ID).Scan(&known); err != nil || known {
			return err
		}
		return a.insert(&k)
	})
	switch {
	case err != nil:
		return err
	case known:
		r.Known++
		return nil
	case k.capture == nil:
		r.Listed = append(r.Listed, k.entry.ID)
	default:
		r.Complete++
	}
	if k.mark.change == 0 && a.shares(&k.entry) {
		r.Unmarked++
	}
	return nil
}

// mark is the row of an exchange in the outbox.
type mark struct {
	change, pushed int64          // 0: there is none
	reason         sql.NullString // why it is not pushed
}

func markOf(ctx context.Context, from *sql.DB, key int64) (*mark, error) {
	m := &mark{}
	err := from.QueryRowContext(ctx, "SELECT change, pushed, held FROM outbox WHERE exchange = ?", key).Scan(&m.change, &m.pushed, &m.reason)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// put writes the mark with the exchange, even into an archive without outbox, since a team may be
// set again. A recovered archive renumbers its runs and therefore has another name for the team,
// so an exchange of a run that the team has is pushed again.
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
	_, err := tx.Exec("INSERT INTO outbox (exchange, change, pushed, held) VALUES (?, ?, ?, ?)", id, m.change, m.pushed, m.reason)
	return err
}
