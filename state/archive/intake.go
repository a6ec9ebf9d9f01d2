package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
	sqlite3 "modernc.org/sqlite/lib"
)

// intake is what ended programs left in spools. The writing goroutine adds it, the newest first.
type intake struct {
	left        []leftSpool
	programs    map[string]*endedProgram // by the name of their instance
	done, total atomic.Int64
	large       atomic.Bool // one of them is
}

// endedProgram is a program that ended. Its lock is held until nothing of it is left.
type endedProgram struct {
	lock *flock.Flock
	left int // spools
}

type leftSpool struct {
	owner, path string
	written     time.Time
	large       bool
}

// isLarge reports whether adding a spool of this size takes seconds.
func isLarge(size int64) bool { return size >= minLarge }

// maxTakenInFirst is the number of left spools that are added before anything is read, more than a
// page of a list has. The others, and large ones, are added when nothing else is to be written.
const maxTakenInFirst = 60

// takeIn finds what is left and adds the newest of it.
func (a *Archive) takeIn() error {
	if err := a.findLeft(); err != nil {
		return err
	}
	for range maxTakenInFirst {
		if n := len(a.intake.left); n == 0 || a.intake.left[n-1].large {
			return nil
		}
		if more, err := a.takeInSome(); err != nil || !more {
			return err
		}
	}
	return nil
}

// findLeft finds the spools of ended programs, whose locks are free.
func (a *Archive) findLeft() error {
	files, err := os.ReadDir(a.spools)
	if err != nil {
		return err
	}
	n := &a.intake
	n.programs = map[string]*endedProgram{}
	for _, f := range files {
		owner, _, isSpool := strings.Cut(f.Name(), "-")
		isSpool = isSpool && strings.HasSuffix(f.Name(), spoolSuffix)
		lock, isLock := strings.CutSuffix(f.Name(), ".lock")
		if isLock {
			owner = lock
		}
		info, err := f.Info()
		if owner == a.instance || !isSpool && !isLock || err != nil {
			continue
		}
		program, known := n.programs[owner]
		if !known {
			program = &endedProgram{lock: flock.New(a.lockPath(owner), flock.SetPermissions(0o600))}
			if ok, err := program.lock.TryLock(); err != nil || !ok {
				program = nil // it runs
			}
			n.programs[owner] = program
		}
		if program != nil && isSpool {
			program.left++
			if large := isLarge(info.Size()); !large || !a.options.brief {
				n.left = append(n.left, leftSpool{owner, filepath.Join(a.spools, f.Name()), info.ModTime(), large})
			}
		}
	}
	slices.SortFunc(n.left, func(x, y leftSpool) int {
		if x.large != y.large && x.large {
			return -1
		} else if x.large != y.large {
			return 1
		}
		return x.written.Compare(y.written)
	})
	n.large.Store(len(n.left) > 0 && n.left[0].large)
	n.total.Store(int64(len(n.left)))
	for owner, program := range n.programs {
		a.release(owner, program)
	}
	return nil
}

// takeInSome adds one spool, if one is left. more reports whether there are others. One that cannot
// be added is left, with its program's lock, for the next start.
func (a *Archive) takeInSome() (more bool, err error) {
	n := &a.intake
	if len(n.left) == 0 {
		return false, nil
	}
	last := n.left[len(n.left)-1]
	err = a.takeInSpool(last.path)
	if a.isGeneral(err) {
		return false, err
	}
	n.left = n.left[:len(n.left)-1]
	n.done.Add(1)
	if err != nil {
		a.report(fmt.Errorf("%s: %w", last.path, err))
		return len(n.left) > 0, nil
	}
	if last.large {
		debug.FreeOSMemory() // its body is garbage now: without this, the next large one needs as much again
	}
	program := n.programs[last.owner]
	program.left--
	a.release(last.owner, program)
	return len(n.left) > 0, nil
}

// isGeneral reports whether every insertion would have this error.
func (a *Archive) isGeneral(err error) bool {
	return damaged(err) || isCode(err, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR) ||
		isCode(err, contentCodes...) && a.db().unsound()
}

// release removes and unlocks a program's lock when nothing of it is left.
func (a *Archive) release(owner string, program *endedProgram) {
	if program == nil || program.left > 0 {
		return
	}
	os.Remove(a.lockPath(owner))
	program.lock.Unlock()
}

// unlock leaves what is left to other programs.
func (n *intake) unlock() {
	for _, program := range n.programs {
		if program != nil {
			program.lock.Unlock()
		}
	}
}

// Left returns the number of exchanges that killed programs left and that are not added yet.
func (a *Archive) Left() int { return int(a.intake.total.Load() - a.intake.done.Load()) }

// LeftLarge reports whether a large one was among them when the archive was opened: it may be the newest, and adding it
// takes seconds.
func (a *Archive) LeftLarge() bool { return a.intake.large.Load() && a.Left() > 0 }

// TakeInLeft adds what killed programs left. each receives progress in exchanges; its error ends the
// work, and is returned.
func (a *Archive) TakeInLeft(ctx context.Context, each func(done, total int) error) error {
	for a.Left() > 0 {
		if err := each(int(a.intake.done.Load()), int(a.intake.total.Load())); err != nil {
			return err
		}
		err := a.wait(ctx, func() error { _, err := a.takeInSome(); return err })
		if err != nil {
			return err
		}
	}
	return nil
}

// takeInSpool writes the exchange of a spool, and removes the spool.
func (a *Archive) takeInSpool(path string) error {
	k, err := a.fromSpool(path)
	if k == nil || err != nil {
		return err
	}
	if err := a.insert(k); err != nil {
		return err
	}
	return removed(os.Remove(path))
}

// fromSpool returns the exchange of a spool. It returns nil for a spool that another program added
// meanwhile, and for a damaged one, which it renames.
func (a *Archive) fromSpool(path string) (*insertion, error) {
	r, err := openSpool(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, ErrSpool):
		return nil, removed(os.Rename(path, path+".damaged"))
	case err != nil:
		return nil, err
	}
	defer r.close()
	k := a.prepare(r.about, a.options.Fold(r.about, r.capture), r.capture)
	k.spooled = r
	return &k, r.err
}

// removed returns the error of a removal, nil if the file is gone already.
func removed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// SaveSpool writes the ended exchange of a spool, for callers that hold no capture in memory, and
// waits for it.
func (a *Archive) SaveSpool(ctx context.Context, s *Spool) error {
	if s.path == "" || a.leaves(s) {
		return nil
	}
	return a.waitFor(ctx, a.savingOf(s))
}

// savingOf returns the job that writes the ended exchange of a spool.
func (a *Archive) savingOf(s *Spool) job {
	return job{exchange: func() (*insertion, error) { return a.fromSpool(s.path) }, spool: s.path}
}

// leaves reports whether the exchange of a spool is left to a program that has time.
func (a *Archive) leaves(s *Spool) bool {
	if s == nil || !a.options.brief {
		return false
	}
	file, err := os.Stat(s.path)
	return err == nil && isLarge(file.Size())
}
