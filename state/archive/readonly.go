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

	"gatehouse/state/spelling"
)

// OpenToRead opens an archive for callers that need not write. If it cannot be written, on a full or
// read-only disk, it is read as it is: nothing is locked or created, spools of killed programs stay,
// and writes fail with the error that Options.Report receives. There must be an archive then.
func OpenToRead(ctx context.Context, dir string, o Options) (*Archive, error) {
	a, err := Open(ctx, dir, o)
	if err == nil || errors.Is(err, ErrNewer) || ctx.Err() != nil {
		return a, err
	}
	a, failed := openReadOnly(ctx, dir, o, err)
	if errors.Is(failed, ErrOlder) || errors.Is(failed, ErrNewer) {
		return nil, failed
	}
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
	path := filepath.Join(dir, databaseName)
	db, err := readable(ctx, path)
	if err != nil {
		return nil, err
	}
	if _, err := schemaNumber(ctx, db, path); err != nil {
		if errors.Is(err, ErrOlder) {
			err = fmt.Errorf("%s was %w; gatehouse history recover %s --data-dir DIR adds what it holds to the history in another folder", path, err, spelling.ShellWord(path))
		}
		return nil, errors.Join(err, db.Close())
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

// readable opens a database to read it, and creates no file. One that another program has open is
// read with locks. Otherwise SQLite reads the log without locks, which it may not write; without a
// log nothing can change.
func readable(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	options := []url.Values{{"mode": {"ro"}, "immutable": {"1"}}}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		options = append([]url.Values{{"mode": {"ro"}, "nolock": {"1"}, "_pragma": {"locking_mode(EXCLUSIVE)"}}}, options...)
	}
	if _, err := os.Stat(path + "-shm"); err == nil {
		options = append([]url.Values{{"mode": {"ro"}, "_pragma": {"busy_timeout(2000)"}}}, options...)
	}
	var errs []error
	for _, values := range options {
		db, err := openSQLite(path, 4, values)
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
