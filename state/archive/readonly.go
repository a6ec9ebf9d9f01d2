package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// OpenToRead opens an archive for who can do with less than all of it. Where it cannot be
// written, on a full or read-only disk, it is read as it is: nothing is locked, made or
// brought up to date, what killed programs left is not taken in, and whatever would write
// has the error that Options.Report gets. There must be one then.
func OpenToRead(ctx context.Context, dir string, o Options) (*Archive, error) {
	a, err := Open(ctx, dir, o)
	if err == nil || errors.Is(err, ErrNewer) || ctx.Err() != nil {
		return a, err
	}
	a, failed := openReadOnly(ctx, dir, o, err)
	if failed != nil {
		return nil, err
	}
	return a, nil
}

func openReadOnly(ctx context.Context, dir string, o Options, why error) (_ *Archive, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	a := &Archive{dir: dir, spools: filepath.Join(dir, "spool"), options: o, queue: make(chan job, 256), few: fewRows, readOnly: &LostError{dir, why}}
	a.alive = flock.New(a.lockPath("none")) // it is never locked
	db, err := readable(ctx, filepath.Join(dir, databaseName))
	if err != nil {
		return nil, err
	}
	if db, err = a.upToDate(ctx, db); err != nil {
		return nil, err
	}
	a.current.Store(&database{read: db, write: db})
	if err := db.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT 1 FROM exchange)").Scan(&a.empty); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	a.failing.Store(true)
	a.reported.Do(func() { a.notice(fmt.Errorf("%w; what was saved before can be read", a.readOnly)) })
	a.working.Go(a.work)
	return a, nil
}

// upToDate is a database in the schema of this version: a copy, in a folder that goes with
// the archive, of one of an earlier version.
func (a *Archive) upToDate(ctx context.Context, db *sql.DB) (_ *sql.DB, err error) {
	var have int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil || have == version {
		return db, err
	}
	defer db.Close()
	if have > version {
		return nil, newer(a.dir, have)
	}
	if a.temporary, err = os.MkdirTemp("", "gatehouse-*"); err != nil {
		return nil, err
	}
	path := filepath.Join(a.temporary, databaseName)
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return nil, errors.Join(err, os.RemoveAll(a.temporary))
	}
	copied, err := openSQLite(path, 4, readWrite)
	if err == nil {
		err = migrateFrom(ctx, copied, have)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(a.temporary))
	}
	return copied, nil
}

// readable opens a database to read it, and makes no file beside it. One that another program
// has open is read with locks. Else SQLite reads the log without them, which it may not write;
// and without a log nothing can change.
func readable(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	ways := []url.Values{{"mode": {"ro"}, "immutable": {"1"}}}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		ways = append([]url.Values{{"mode": {"ro"}, "nolock": {"1"}, "_pragma": {"locking_mode(EXCLUSIVE)"}}}, ways...)
	}
	if _, err := os.Stat(path + "-shm"); err == nil {
		ways = append([]url.Values{{"mode": {"ro"}, "_pragma": {"busy_timeout(2000)"}}}, ways...)
	}
	var errs []error
	for _, way := range ways {
		db, err := openSQLite(path, 4, way)
		if err != nil {
			return nil, err
		}
		var tables int
		if err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err == nil {
			return db, nil
		}
		errs = append(errs, err, db.Close())
	}
	return nil, errors.Join(errs...)
}
