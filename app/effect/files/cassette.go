package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gatehouse/client/capture"
	"gatehouse/client/har"
)

// Cassette is an HTTP Archive to which exchanges are appended. The file is valid after each, also
// if the program is killed. It is safe for concurrent use.
type Cassette struct {
	removed    Removed
	restricted bool
	waiting    atomic.Int64 // bytes of exchanges that are appended now or wait
	missing    atomic.Int64

	mu  sync.Mutex // guards to and end
	to  disk
	end har.End
}

// Removed describes the truncated last entry that was removed from a file when it was opened to
// record. The zero Removed: nothing was removed.
type Removed struct {
	Bytes  int    // after the last complete entry
	Backup string // path of a copy of the original file
}

func (c Removed) String() string {
	return fmt.Sprintf("the last entry was incomplete and is cut off (%d bytes); the original file is now %s", c.Bytes, c.Backup)
}

// MaxCassette is the maximal size of a cassette in bytes: a replay holds it in memory.
const MaxCassette = 1 << 30

// maxWaiting is how many bytes of exchanges may wait for a slow disk; a single one may be larger.
const maxWaiting = 256 << 20

// The errors of an exchange that is not appended.
var (
	errBehind = fmt.Errorf("the disk is too slow: %d MiB are waiting for it", maxWaiting>>20)
	errFull   = fmt.Errorf("the file would be larger than %d GiB, the most that is replayed; record to a new one", MaxCassette>>30)
)

// ReadCassette reads the exchanges of a cassette, or of an HTTP Archive of another program,
// in the order of their requests, without credentials. faults joins an error for each entry that
// cannot be read.
func ReadCassette(path string) (entries []har.Entry, faults, err error) {
	data, err := Read(path, MaxCassette)
	if err != nil {
		return nil, nil, err
	}
	entries, faults = har.Read(data)
	if faults != nil && !errors.As(faults, new(*har.EntryError)) {
		return nil, nil, fmt.Errorf("%s: %w", path, faults)
	}
	for _, e := range entries {
		capture.Clean(e.Capture)
	}
	slices.SortStableFunc(entries, func(a, b har.Entry) int { return a.Capture.Start.Compare(b.Capture.Start) })
	return entries, faults, nil
}

// disk is the file of a cassette.
type disk interface {
	io.WriterAt
	io.Closer
	Truncate(size int64) error
}

// Removed returns what was removed from the file when it was opened.
func (c *Cassette) Removed() Removed { return c.removed }

// Restricted reports whether other users had rights to the file, which were removed.
func (c *Cassette) Restricted() bool { return c.restricted }

// Entries returns how many exchanges the file has.
func (c *Cassette) Entries() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.end.Entries
}

// Append writes an exchange, with its secrets. After an error the file is unchanged, and the
// exchange counts as missing.
func (c *Cassette) Append(e har.Entry) error {
	size := sizeOf(e)
	defer c.waiting.Add(-size)
	if all := c.waiting.Add(size); all > maxWaiting && all > size {
		c.missing.Add(1)
		return errBehind
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.At+size > MaxCassette { // in the file it is even larger
		c.missing.Add(1)
		return errFull
	}
	if err := c.end.Append(bounded{c.to}, e); err != nil {
		c.missing.Add(1)
		return errors.Join(err, c.closeList())
	}
	return nil
}

// bounded is a disk that writes at most MaxCassette bytes of a file.
type bounded struct{ disk }

func (b bounded) WriteAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > MaxCassette {
		return 0, errFull
	}
	return b.disk.WriteAt(p, at)
}

// sizeOf returns the size of the bodies of an exchange in bytes.
func sizeOf(e har.Entry) int64 {
	size := int64(len(e.Capture.Sent.Body)) + e.Capture.Body.Len()
	if e.Capture.Decoded != nil {
		size += e.Capture.Decoded.Len()
	}
	return size
}

// Missing returns how many exchanges could not be appended.
func (c *Cassette) Missing() int { return int(c.missing.Load()) }

// Close closes the file.
func (c *Cassette) Close() error { return c.to.Close() }

// closeList ends the list of entries after the last complete one. That works on a full disk: the
// old end was as long.
func (c *Cassette) closeList() error {
	if _, err := c.to.WriteAt(c.end.Tail, c.end.At); err != nil {
		return err
	}
	return c.to.Truncate(c.end.At + int64(len(c.end.Tail)))
}

// errRecording is the error of a cassette that another program appends to.
var errRecording = errors.New("another gatehouse records to it; end that one, or give another file")

// errLocked is the error of a file that another program has locked.
var errLocked = errors.New("locked")

// OpenCassette opens a file to append to, or creates it, readable by its owner only (0600), and
// locks it until it is closed. The error names the file, which is unchanged then: it cannot be
// written, is no HTTP Archive, or is locked by another program.
func OpenCassette(path string) (*Cassette, error) {
	full, err := Expand(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(full); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file; give another name", path)
	}
	f, err := os.OpenFile(full, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the folder %s does not exist; make it, or give another path", path, filepath.Dir(path))
	}
	if err != nil {
		return nil, withPath(path, err)
	}
	c, err := lockCassette(f, full)
	if err != nil {
		return nil, withPath(path, errors.Join(err, f.Close()))
	}
	return c, nil
}

// lockCassette locks a file and reads it as a cassette. On a file system without locks, other
// programs may use it too.
func lockCassette(f *os.File, full string) (*Cassette, error) {
	if err := lock(f); errors.Is(err, errLocked) {
		return nil, errRecording
	}
	c, err := newCassette(f, full)
	if err == nil {
		c.restricted, err = restrict(f)
	}
	return c, err
}

// restrict removes the rights of other users to a file, and reports whether they had any.
func restrict(f *os.File) (had bool, err error) {
	info, err := f.Stat()
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 { // Windows has no such rights
		return false, err
	}
	return true, f.Chmod(info.Mode().Perm() &^ 0o077)
}

// newCassette finds where a file is appended to, and repairs a truncated one. If that removes
// anything, it first copies the file.
func newCassette(f *os.File, path string) (*Cassette, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	c := &Cassette{to: f}
	if len(data) == 0 {
		empty, end, err := har.Empty()
		if err != nil {
			return nil, err
		}
		c.end = end
		_, err = f.WriteAt(empty, 0)
		return c, err
	}
	if c.end, err = har.EndOf(data); err != nil {
		return nil, fmt.Errorf("not an HTTP Archive (HAR) that can be appended to: %w; give the name of another file, or of a new one", err)
	}
	if !c.end.Torn {
		return c, nil
	}
	if c.end.Lost {
		c.removed.Bytes = len(data) - int(c.end.At)
		if c.removed.Backup, err = backUp(path, data); err != nil {
			return nil, fmt.Errorf("its last entry is truncated, and the file could not be copied to repair it: %w", err)
		}
	}
	return c, c.closeList()
}

// backUp copies a file to the first unused name with .bak. It replaces no older copy, which may be
// the only one of its content.
func backUp(path string, data []byte) (string, error) {
	for n := 1; ; n++ {
		name := path + ".bak"
		if n > 1 {
			name = fmt.Sprintf("%s%d", name, n)
		}
		if err := Create(name, data); !errors.Is(err, ErrExists) {
			return name, err
		}
	}
}
