package files

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"gatehouse/app/progress"
)

// temp is a finished file that has no name of its own yet. Until it is removed
// it is claimed, where the system has locks: another program that saves in the
// same folder sees that it has an owner.
type temp struct {
	path string
	f    *os.File // open for as long as it is claimed; nil: closed
}

// pieceSize is how much is written at once, in bytes: between two pieces the work can be
// stopped.
const pieceSize = 4 << 20

// temporary writes data to the disk in a new file (0600). It also removes what a
// program left in that folder that was killed while it saved.
func temporary(w *progress.Work, dir string, data []byte) (temp, error) {
	clean(dir)
	f, err := claimed(dir)
	if err != nil {
		return temp{}, err
	}
	t, written := temp{f.Name(), f}, 0
	for piece := range slices.Chunk(data, pieceSize) {
		if _, err = f.Write(piece); err != nil {
			break
		}
		written += len(piece)
		if err = w.Counted("writing", written, len(data), progress.Bytes); err != nil {
			break
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil && !locks { // an open file cannot be renamed everywhere
		err, t.f = f.Close(), nil
	}
	if err != nil {
		t.remove()
		return temp{}, err
	}
	return t, nil
}

// remove takes the file away, unless it has got another name, and then its
// claim.
func (t temp) remove() {
	os.Remove(t.path)
	if t.f != nil {
		_ = t.f.Close() // written and on the disk
	}
}

// claimed makes a file that this program alone has.
func claimed(dir string) (*os.File, error) {
	for range 10 {
		f, err := os.CreateTemp(dir, ".gatehouse-*")
		if err != nil {
			return nil, err
		}
		_ = lock(f, true) // a file system without locks: its age protects it
		// Between the two, another program may have taken it for one left behind.
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if there, err := os.Lstat(f.Name()); err == nil && os.SameFile(mine, there) {
			return f, nil
		}
		_ = f.Close()
	}
	return nil, errors.New("the file is taken away again and again by another program")
}

// leftBehind is how old a file is that surely nobody writes any more, where
// that cannot be asked.
const leftBehind = time.Hour

// ours are the names that os.CreateTemp makes.
var ours = regexp.MustCompile(`^\.gatehouse-[0-9]+$`)

// clean removes what was left behind in a folder. What cannot be removed stays.
func clean(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000)
		for _, name := range names {
			if ours.MatchString(name) {
				removeLeft(filepath.Join(dir, name))
			}
		}
		if err != nil {
			return
		}
	}
}

// removeLeft removes a file whose owner is gone: its lock is free, or where
// there are no locks, it is old. Its owner is the one who may read and write it.
func removeLeft(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil || !os.SameFile(info, now) {
		return
	}
	switch err := lock(f, false); {
	case errors.Is(err, errLocked):
		return
	case err != nil && time.Since(now.ModTime()) < leftBehind:
		return
	}
	// Still under the lock: who has just made it sees that it is gone.
	if there, err := os.Lstat(path); err == nil && os.SameFile(now, there) {
		os.Remove(path)
	}
}

// errLocked is the error of a lock that another has.
var errLocked = errors.New("locked")
