package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/history"
)

// Recovery is what Recover brought back.
type Recovery struct {
	Found  int     // exchanges of which there is a trace
	Known  int     // of them, those that the history has already
	Whole  int     // that were added with all that was saved of them
	Listed []int64 // keys, as in Lost, of those that were added without what was sent and received
	Lost   []int64 // keys of those of which nothing can be read: when they began, in µs of Unix time
	Unsaid int     // that were added and that Options.Share names, and of which the file does not say that they are shared
}

// ErrNothing is the error of a file in which nothing of a history can be read.
var ErrNothing = errors.New("nothing of a history can be read in it")

// Recover reads all that can be read of a damaged database, page by page, and adds what the
// archive does not have. each is called with how many of how many exchanges were added; its
// error ends the work, and is returned. The file is not changed.
func (a *Archive) Recover(ctx context.Context, path string, each func(done, total int) error) (Recovery, error) {
	if a.readOnly != nil {
		return Recovery{}, a.readOnly
	}
	dir, err := os.MkdirTemp(a.dir, "recover-*")
	if err != nil {
		return Recovery{}, err
	}
	defer os.RemoveAll(dir)
	s, err := a.salvage(ctx, path, filepath.Join(dir, databaseName))
	if err != nil {
		return Recovery{}, err
	}
	defer s.close()
	ids, err := s.keys(ctx)
	if err != nil {
		return Recovery{}, err
	}
	r := Recovery{Found: len(ids)}
	for i, id := range ids {
		if err := each(i, len(ids)); err != nil {
			return r, err
		}
		if err := a.bringBack(ctx, s.db, id, &r); err != nil {
			return r, err
		}
	}
	if err := a.bringSessionsBack(ctx, s.db); err != nil {
		return r, err
	}
	if r.Found == 0 {
		return r, fmt.Errorf("%s: %w", path, ErrNothing)
	}
	return r, nil
}

// bringBack adds an exchange of a salvaged database to the archive.
func (a *Archive) bringBack(ctx context.Context, from *sql.DB, id int64, r *Recovery) error {
	list, err := entries(ctx, from, "SELECT "+Columns+" FROM exchange WHERE id = ?", id)
	if err != nil {
		return err
	}
	c, err := a.capture(ctx, from, id)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && len(list) == 0:
		r.Lost = append(r.Lost, id)
		return nil
	}
	k := kept{capture: c}
	switch {
	case err != nil: // the row alone
		k.entry = list[0]
		k.text = history.Text{Answers: k.entry.Words}
	case len(list) == 0: // the capture alone
		c.ID = "recovered-" + strconv.FormatInt(id, 36)
		about := history.About{Origin: history.Import, Kind: state.KindOf(c.Sent)}
		k = a.prepare(about, a.options.Fold(about, c), c)
	default:
		k = a.prepare(list[0].About, a.options.Fold(list[0].About, c), c)
	}
	if k.mark, err = markOf(ctx, from, id); err != nil {
		return err
	}
	known := false
	err = a.wait(ctx, func() (err error) {
		if known, err = a.has(k.entry.ID); err != nil || known {
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
		r.Listed = append(r.Listed, id)
	default:
		r.Whole++
	}
	if k.mark.change == 0 && a.shares(&k.entry) {
		r.Unsaid++
	}
	return nil
}

// has reports whether there is an exchange of a name.
func (a *Archive) has(name string) (there bool, err error) {
	err = a.db().write.QueryRow("SELECT EXISTS (SELECT 1 FROM exchange WHERE name = ?)", name).Scan(&there)
	return there, err
}

// bringSessionsBack adds the conversations that the archive does not have.
func (a *Archive) bringSessionsBack(ctx context.Context, from *sql.DB) error {
	for _, t := range []struct {
		table   string
		columns int
	}{{"run", 5}, {"session", 3}, {"turn", 3}} {
		rows, err := rowsOf(ctx, from, "SELECT * FROM "+t.table, t.columns)
		if err != nil {
			return err
		}
		err = a.wait(ctx, func() error {
			for _, row := range rows {
				_, err := a.db().write.Exec("INSERT OR IGNORE INTO "+t.table+" VALUES (?"+strings.Repeat(", ?", t.columns-1)+")", row...)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rowsOf are the rows that a statement finds.
func rowsOf(ctx context.Context, db *sql.DB, statement string, columns int) (list [][]any, err error) {
	rows, err := db.QueryContext(ctx, statement)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, into := make([]any, columns), make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}
