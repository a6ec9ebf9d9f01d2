package archive

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const databaseName = "history.db"

// database is an open database. An archive has one at a time; a damaged one is replaced.
type database struct {
	file    os.FileInfo // that was opened: another program may have set it aside since
	write   *sql.DB     // one connection: SQLite has one writer
	read    *sql.DB
	inserts inserts
	rebuilt bool // its indexes were: if it is still damaged, its tables are

	using   sync.RWMutex // read-locked by readers
	retired bool         // it is being replaced
}

// retire closes a replaced database when nobody reads from it any more.
func (d *database) retire() {
	d.using.Lock()
	defer d.using.Unlock()
	d.retired = true
	_ = d.close()
}

var errRetired = errors.New("the history is being replaced by a new one")

func (d *database) close() error { return errors.Join(d.read.Close(), d.write.Close()) }

func (a *Archive) db() *database { return a.current.Load() }

// openDatabase opens the database, or replaces it if it is damaged or of an earlier version.
func (a *Archive) openDatabase(ctx context.Context) error {
	return a.alone(ctx, func(path string) error {
		db, err := a.connect(ctx, path)
		if damaged(err) || isCode(err, schemaCodes...) || errors.Is(err, errSchemaNumber) || errors.Is(err, ErrOlder) {
			db, err = a.replace(ctx, path, err)
		}
		a.current.Store(db)
		return err
	})
}

// alone runs do, which changes the file of the database, in one program at a time.
func (a *Archive) alone(ctx context.Context, do func(path string) error) error {
	lock := flock.New(filepath.Join(a.dir, "history.lock"), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return err
	}
	defer lock.Unlock()
	return do(filepath.Join(a.dir, databaseName))
}

// connect opens the database at path and updates its schema.
func (a *Archive) connect(ctx context.Context, path string) (d *database, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite would make it readable for all
	if err != nil {
		return nil, err
	}
	d = &database{}
	d.file, err = f.Stat()
	f.Close()
	if err != nil {
		return nil, err
	}
	if err := a.narrow(path, 0o600); err != nil {
		return nil, err
	}
	if d.write, err = openSQLite(path, 1, readWrite); err != nil {
		return nil, err
	}
	if err = makeSchema(ctx, d.write, path); err == nil {
		err = d.inserts.prepare(ctx, d.write)
	}
	if err == nil {
		err = a.openOutbox(ctx, d.write)
	}
	if err != nil {
		d.write.Close()
		return nil, err
	}
	d.read, err = openSQLite(path, 4, mapped)
	return d, err
}

var (
	pragmas = []string{"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "secure_delete(FAST)"}
	// readWrite are the options of a database that is written to; mapped those of one that is read much. A mapped file
	// counts as memory of the program, all of it once large bodies are written.
	readWrite = url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	mapped    = url.Values{"_pragma": append(slices.Clip(pragmas), "mmap_size(268435456)"), "_txlock": {"immediate"}}
)

func openSQLite(path string, connections int, options url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String())
	if err == nil {
		db.SetMaxOpenConns(connections)
	}
	return db, err
}
