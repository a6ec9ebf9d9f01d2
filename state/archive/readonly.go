package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"

	"gatehouse/state/text/spelling"
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
	a, err := newArchive(dir, o)
	if err != nil {
		return nil, err
	}
	a.readOnly, a.alive = &LostError{a.dir, why}, flock.New(a.lockPath("none")) // it is never locked
	path := filepath.Join(a.dir, databaseName)
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
	some, err := hasRow(db.QueryRowContext(ctx, "SELECT 1 FROM exchange LIMIT 1"))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	a.empty = !some
	a.failing.Store(true)
	a.reported.Do(func() { a.notice(fmt.Errorf("%w; what was saved before can be read", a.readOnly)) })
	a.working.Go(a.work)
	return a, nil
}

// readable opens a database to read it. One with a log, which another program has open or has left, is
// read with locks if SQLite can create the index of the log next to it; without a log nothing can
// change.
func readable(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	options := []url.Values{{"mode": {"ro"}, "immutable": {"1"}}}
	log, err := os.Stat(path + "-wal")
	if _, missing := os.Stat(path + "-shm"); missing == nil || err == nil && log.Size() > 0 {
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

// Condition is the state of an archive that can be found without using it.
type Condition struct {
	Exists    bool
	Exchanges int
	Bytes     int64    // of all its files
	Readable  []string // files and folders that others of this machine can read
	Aside     []string // databases that were set aside
}

// Look returns the condition of the archive in a directory, and changes nothing. The error is why
// the archive cannot be used; what was found before it is returned too.
func Look(ctx context.Context, dir string) (Condition, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Condition{}, err
	}
	c, err := lookAtFiles(dir)
	if err != nil {
		return c, err
	}
	path := filepath.Join(dir, databaseName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	c.Exists = true
	db, err := readable(ctx, path)
	if damaged(err) {
		return c, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if err != nil {
		return c, err
	}
	defer db.Close()
	have, err := schemaNumber(ctx, db, path)
	switch {
	case errors.Is(err, ErrOlder):
		return c, fmt.Errorf("%s was %w", path, err)
	case err == nil && have > 0:
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM exchange WHERE deleted IS NULL").Scan(&c.Exchanges)
	}
	if damaged(err) || isCode(err, schemaCodes...) || errors.Is(err, errSchemaNumber) {
		return c, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return c, err
}

// lookAtFiles sums up the files of an archive, and finds those that others can read.
func lookAtFiles(dir string) (Condition, error) {
	var c Condition
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // there is none yet, or the file has just gone
			return nil
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return nil // it has just gone
		}
		if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // which has other rights
			c.Readable = append(c.Readable, path)
		}
		if info.Mode().IsRegular() {
			c.Bytes += info.Size()
			if isAside.MatchString(path) {
				c.Aside = append(c.Aside, path)
			}
		}
		return nil
	})
	return c, err
}
