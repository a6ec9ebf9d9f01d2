package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
	sqlite3 "modernc.org/sqlite/lib"
)

// intake is what programs that are gone have left in spools. The goroutine that writes takes
// it in, the newest first.
type intake struct {
	left        []leftSpool
	programs    map[string]*gone // by the name of their instance
	done, total atomic.Int64
}

// gone is a program that is gone. Its lock is held until nothing of it is left.
type gone struct {
	lock *flock.Flock
	left int // spools
}

type leftSpool struct {
	owner, path string
	written     time.Time
}

// takenInAtOnce is how many left-over spools are taken in before anything is read, more than
// a page of a list has; the others are where nothing else is to be written.
const takenInAtOnce = 60

// takeIn finds what is left and takes the newest of it in.
func (a *Archive) takeIn() error {
	if err := a.findLeft(); err != nil {
		return err
	}
	for range takenInAtOnce {
		if more, err := a.takeInSome(); err != nil || !more {
			return err
		}
	}
	return nil
}

// findLeft finds the spools of programs that are gone: their locks are free.
func (a *Archive) findLeft() error {
	files, err := os.ReadDir(a.spools)
	if err != nil {
		return err
	}
	n := &a.intake
	n.programs = map[string]*gone{}
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
			program = &gone{lock: flock.New(a.lockPath(owner), flock.SetPermissions(0o600))}
			if ok, err := program.lock.TryLock(); err != nil || !ok {
				program = nil // it runs
			}
			n.programs[owner] = program
		}
		if program != nil && isSpool {
			program.left++
			n.left = append(n.left, leftSpool{owner, filepath.Join(a.spools, f.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(n.left, func(x, y leftSpool) int { return x.written.Compare(y.written) })
	n.total.Store(int64(len(n.left)))
	for owner, program := range n.programs {
		a.release(owner, program)
	}
	return nil
}

// takeInSome takes one spool in, if one is left. more says whether there are others. One that
// cannot be taken in is left, with its program's lock, for the next start.
func (a *Archive) takeInSome() (more bool, err error) {
	n := &a.intake
	if len(n.left) == 0 {
		return false, nil
	}
	last := n.left[len(n.left)-1]
	err = a.takeInSpool(last.path)
	if a.ofAll(err) {
		return false, err
	}
	n.left = n.left[:len(n.left)-1]
	n.done.Add(1)
	if err != nil {
		a.report(fmt.Errorf("%s: %w", last.path, err))
		return len(n.left) > 0, nil
	}
	program := n.programs[last.owner]
	program.left--
	a.release(last.owner, program)
	return len(n.left) > 0, nil
}

// ofAll reports whether an error of an insertion would be that of any other.
func (a *Archive) ofAll(err error) bool {
	return damaged(err) || isCode(err, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR) ||
		isCode(err, contentCodes...) && a.db().unsound()
}

// release gives a program's lock up, for good, when nothing of it is left.
func (a *Archive) release(owner string, program *gone) {
	if program == nil || program.left > 0 {
		return
	}
	os.Remove(a.lockPath(owner))
	program.lock.Unlock()
}

// unlock leaves to other programs what is left.
func (n *intake) unlock() {
	for _, program := range n.programs {
		if program != nil {
			program.lock.Unlock()
		}
	}
}

// Left counts the exchanges that killed programs have left and that are not taken in yet.
func (a *Archive) Left() int { return int(a.intake.total.Load() - a.intake.done.Load()) }

// TakeInLeft takes in what killed programs have left. each is called with how many of how
// many exchanges are taken in; its error ends it, and is returned.
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

// takeInSpool writes what a spool tells, and removes it.
func (a *Archive) takeInSpool(path string) error {
	k, err := a.ofSpool(path)
	if k == nil || err != nil {
		return err
	}
	if err := a.insert(k); err != nil {
		return err
	}
	return removed(os.Remove(path))
}

// ofSpool is the exchange that a spool tells of; nil where there is none. A spool that cannot be
// read is set aside; one that another program has taken in meanwhile is done.
func (a *Archive) ofSpool(path string) (*kept, error) {
	about, c, err := readSpool(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, ErrSpool):
		return nil, removed(os.Rename(path, path+".damaged"))
	case err != nil:
		return nil, err
	}
	k := a.prepare(about, a.options.Fold(about, c), c)
	return &k, nil
}

// removed is the error of a removal; that something is gone already is none.
func removed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// KeepSpool writes what a spool tells of an exchange that has ended, for who keeps no
// capture in memory. It waits for it.
func (a *Archive) KeepSpool(ctx context.Context, s *Spool) error {
	if s.path == "" {
		return nil
	}
	return a.waitFor(ctx, job{keep: func() (*kept, error) { return a.ofSpool(s.path) }, spool: s.path})
}
