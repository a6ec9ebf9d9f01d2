// Package archive stores exchanges with their captures, and the conversations they belong to.
// Finished exchanges are in a SQLite database; the bytes of one that still runs are in a spool, a
// file to which every chunk is appended before anyone sees it. If the program is killed, its next
// start finds in the spool what had arrived.
//
// Several programs may use one archive at the same time.
package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
)

// Archive is an open archive. Its methods may be called from any goroutine.
type Archive struct {
	dir      string
	spools   string
	instance string       // of this program among those that have the archive open
	alive    *flock.Flock // locked while the instance runs, so that no other takes its spools
	current  atomic.Pointer[database]
	readOnly error // why nothing can be written; nil: it can
	options  Options
	packer   Packer
	few      int  // fewRows; a test has fewer
	empty    bool // when it was opened
	intake   intake
	unsealed int  // exchanges that were written since segments were made of them
	outdated bool // the cache or receipt of some exchanges must be computed again

	book atomic.Pointer[prices.Book] // nil before it is first asked for

	queue    chan job
	handing  sync.RWMutex // of the queue: read-locked to send, locked to close it
	shut     bool         // the queue is closed
	working  sync.WaitGroup
	closing  sync.Once
	reported sync.Once
	failing  atomic.Bool  // something could not be saved
	lost     atomic.Int64 // sessions and runs that could not be written
	began    atomic.Int64 // when the first session of this program was handed over, in µs; 0: none was
}

// Options configure an archive.
type Options struct {
	// Fold derives an exchange from a capture, for spools that a killed program left.
	Fold func(history.About, *wire.Capture) *state.Exchange
	// Retention bounds what is stored; the zero value stores everything.
	Retention Retention
	// Prices returns prices known in addition to the saved lists; nil: those of the table.
	Prices func() prices.Book
	// Share reports whether a new exchange is shared with a team; nil: there is no team, and no
	// outbox.
	Share func(e *history.Entry) bool
	// Report receives the first error of saving, and notices of changes to the files. It is called
	// from any goroutine, and may be nil.
	Report func(error)

	brief bool // see OpenBriefly
}

// Retention bounds what is stored; 0 is no bound.
type Retention struct {
	Days  int
	Bytes int64 // of requests and answers
}

func (r Retention) limits(now time.Time) Limits {
	l := Limits{Bytes: r.Bytes}
	if r.Days > 0 {
		l.Before = now.AddDate(0, 0, -r.Days)
	}
	return l
}

// Open opens the archive in a directory, and creates it if there is none: directories 0700, files
// 0600. The writing goroutine adds what killed programs left; Open does not wait for it. The
// error is ErrNewer for an archive of a later version. A database that is damaged or of an earlier
// version is renamed and replaced by a new one, which is reported to Options.Report.
func Open(ctx context.Context, dir string, o Options) (*Archive, error) {
	a, err := newArchive(dir, o)
	if err != nil {
		return nil, err
	}
	if err := a.makeDirs(); err != nil {
		return nil, err
	}
	if err := a.lock(); err != nil {
		return nil, err
	}
	if err := a.openDatabase(ctx); err != nil {
		a.unlock()
		return nil, err
	}
	a.working.Go(a.work)
	a.empty, err = reading(ctx, a, func(db *sql.DB) (bool, error) {
		some, err := hasRow(db.QueryRowContext(ctx, "SELECT 1 FROM exchange LIMIT 1"))
		return !some, err
	})
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.enqueue(job{do: a.takeIn})
	a.enqueue(job{do: func() error { return a.tidy(context.Background(), o.Retention.limits(time.Now())) }})
	return a, nil
}

// OpenBriefly is Open for a program that ends soon: large spools, also those that it wrote, stay for one that has time.
func OpenBriefly(ctx context.Context, dir string, o Options) (*Archive, error) {
	o.brief = true
	return Open(ctx, dir, o)
}

func newArchive(dir string, o Options) (*Archive, error) {
	dir, err := filepath.Abs(dir) // in the address of a database, the first part of a relative path would be a host
	return &Archive{dir: dir, spools: filepath.Join(dir, "spool"), options: o, queue: make(chan job, 256), few: fewRows}, err
}

// Failing reports whether something could not be saved.
func (a *Archive) Failing() bool { return a.failing.Load() }

// Lost returns the number of sessions and runs that could not be written, and must be saved again.
func (a *Archive) Lost() int64 { return a.lost.Load() }

// Dir returns the directory of the archive.
func (a *Archive) Dir() string { return a.dir }

// Empty reports whether the archive had no exchange when it was opened.
func (a *Archive) Empty() bool { return a.empty }

func (a *Archive) makeDirs() error {
	for _, dir := range []string{a.dir, a.spools} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		if err := a.narrow(dir, 0o700); err != nil {
			return err
		}
	}
	return nil
}

// narrow removes the rights of others on an older file.
func (a *Archive) narrow(path string, mode os.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&^mode == 0 {
		return nil
	}
	a.notice(fmt.Errorf("%s could be read by others; its rights are %#o now", path, mode))
	return os.Chmod(path, mode)
}

func (a *Archive) lockPath(instance string) string {
	return filepath.Join(a.spools, instance+".lock")
}

// lock names the program, and creates and locks the file that shows that it runs. Another program
// that starts at the same time may find the file unlocked and remove it as that of an ended program;
// then the next file has another name.
func (a *Archive) lock() error {
	for {
		a.instance = strings.ToLower(rand.Text())[:12]
		path := a.lockPath(a.instance)
		a.alive = flock.New(path, flock.SetPermissions(0o600))
		ok, err := a.alive.TryLock()
		if err != nil {
			return fmt.Errorf("%s: cannot be locked: %w", path, err)
		}
		if _, err := os.Stat(path); ok && err == nil {
			return nil
		}
		a.alive.Close()
	}
}

func (a *Archive) unlock() {
	os.Remove(a.lockPath(a.instance))
	a.alive.Unlock()
}

// reading reads from the database; if that is damaged, or was replaced meanwhile, it reads from its
// replacement.
func reading[T any](ctx context.Context, a *Archive, do func(*sql.DB) (T, error)) (T, error) {
	for range 3 {
		db := a.db()
		v, retired, err := readingFrom(db, do)
		if err == nil && !retired || a.readOnly != nil {
			return v, err
		}
		isDamaged := damaged(err)
		if retired || isDamaged || isCode(err, schemaCodes...) { // a new file has no tables at first
			if e := a.wait(ctx, func() error {
				if isDamaged {
					return a.repair(context.Background(), db, err)
				}
				return nil
			}); e != nil {
				return v, errors.Join(err, e)
			}
		}
		if a.db() == db {
			return v, err
		}
	}
	return do(a.db().read)
}

// readingFrom reads from a database unless it is retired, and delays its retirement meanwhile.
func readingFrom[T any](db *database, do func(*sql.DB) (T, error)) (v T, retired bool, err error) {
	db.using.RLock()
	defer db.using.RUnlock()
	if db.retired {
		return v, true, errRetired
	}
	v, err = do(db.read)
	return v, false, err
}

// maxClose is how long Close waits for pending writes. What is not written then is in a spool, which
// the next start adds.
const maxClose = time.Second

// Close writes what is pending and closes the archive, within a second.
func (a *Archive) Close() error {
	var err error
	a.closing.Do(func() {
		a.handing.Lock()
		a.shut = true
		close(a.queue)
		a.handing.Unlock()
		written := make(chan struct{})
		go func() { a.working.Wait(); close(written) }()
		select {
		case <-written:
			if a.readOnly == nil {
				a.makeSpare()
				a.unlock()
			}
		case <-time.After(maxClose): // the lock goes with the program
		}
		err = a.db().close()
	})
	return err
}

// report reports once that something could not be saved. A nil error is none.
func (a *Archive) report(err error) {
	if err != nil {
		a.failing.Store(true)
		a.reported.Do(func() { a.notice(&LostError{a.dir, err}) })
	}
}

func (a *Archive) notice(err error) {
	if a.options.Report != nil {
		a.options.Report(err)
	}
}

// LostError reports that the archive cannot save something. It is reported once.
type LostError struct {
	Dir string
	Err error
}

func (e *LostError) Error() string {
	return fmt.Sprintf("history is not being saved in %s: %v", e.Dir, e.Err)
}

func (e *LostError) Unwrap() error { return e.Err }
