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

// Cassette is an HTTP Archive that grows by an exchange at a time. After each, and after
// its program was killed, it holds all that were appended. It is safe for concurrent use.
type Cassette struct {
	held     int
	cut      Cut
	narrowed bool
	waiting  atomic.Int64 // bytes of exchanges that are being appended, or wait for others
	missing  atomic.Int64

	mu  sync.Mutex // guards what follows
	to  recorded
	end har.End
}

// Cut is what a file lost when it was opened: its last entry, which breaks off. The zero Cut
// is of a file that lost nothing.
type Cut struct {
	Bytes  int    // behind the last whole entry
	Backup string // the path of a copy of the file as it was
}

// MaxCassette is how large a cassette may be that is read or recorded, in bytes: a replay
// holds it in memory.
const MaxCassette = 1 << 30

// mostWaiting is how many bytes of exchanges wait for a slow disk, beside one of any size.
const mostWaiting = 256 << 20

// The errors of an exchange that is not appended.
var (
	errBehind = fmt.Errorf("the disk is too slow: %d MiB are waiting for it", mostWaiting>>20)
	errFull   = fmt.Errorf("the file would be larger than %d GiB, the most that is replayed; record to a new one", MaxCassette>>30)
)

// ReadCassette reads the exchanges of a cassette, or of an HTTP Archive of another program,
// in the order of their requests. Credentials are taken out. faults joins an error for each
// entry that cannot be read; nil for none.
func ReadCassette(path string) (entries []har.Entry, faults, err error) {
	data, err := Read(path, MaxCassette)
	if err != nil {
		return nil, nil, err
	}
	entries, faults = har.Read(data)
	if one := (*har.EntryError)(nil); faults != nil && !errors.As(faults, &one) {
		return nil, nil, fmt.Errorf("%s: %w", path, faults)
	}
	for _, e := range entries {
		capture.Clean(e.Capture)
	}
	slices.SortStableFunc(entries, func(a, b har.Entry) int { return a.Capture.Start.Compare(b.Capture.Start) })
	return entries, faults, nil
}

// breaksOff reports whether a file is a cassette whose last entry is cut short, as of a
// program that was killed.
func breaksOff(data []byte) bool {
	end, err := har.EndOf(data)
	return err == nil && end.Torn
}

// recorded is the file of a cassette.
type recorded interface {
	io.WriterAt
	io.Closer
	Truncate(size int64) error
}

// errRecording is the error of a cassette that another program appends to.
var errRecording = errors.New("another gatehouse records to it; end that one, or give another file")

// OpenCassette opens a file to append to, or makes it, readable by its owner only (0600). It
// is this program's until it is closed. The error names the file, which is unchanged then:
// it cannot be written, is no HTTP Archive, or belongs to another program.
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
		return nil, explained(path, err)
	}
	c, err := cassetteOf(f, full)
	if err == nil {
		c.narrowed, err = narrow(f)
	}
	if err != nil {
		return nil, errors.Join(explained(path, err), f.Close())
	}
	return c, nil
}

// narrow takes the rights of others to a file, and reports whether they had any.
func narrow(f *os.File) (had bool, err error) {
	info, err := f.Stat()
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 { // Windows has no such rights
		return false, err
	}
	return true, f.Chmod(info.Mode().Perm() &^ 0o077)
}

// cassetteOf finds where a file goes on, and mends one that breaks off. What that would lose
// is kept in a copy first.
func cassetteOf(f *os.File, path string) (*Cassette, error) {
	if err := lock(f, false); errors.Is(err, errLocked) { // a file system without locks has no other error for us
		return nil, errRecording
	}
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
	if c.held = c.end.Entries; !c.end.Torn {
		return c, nil
	}
	if c.end.Lost {
		c.cut.Bytes = len(data) - int(c.end.At)
		if c.cut.Backup, err = backUp(path, data); err != nil {
			return nil, fmt.Errorf("its last entry breaks off, and the file cannot be copied before it is mended: %w", err)
		}
	}
	return c, c.mend()
}

// backUp copies a file beside it, to the first name that is free. An older copy may be the
// only one of what it holds.
func backUp(path string, data []byte) (string, error) {
	for n := 1; ; n++ {
		name := path + ".bak"
		if n > 1 {
			name = fmt.Sprintf("%s%d", name, n)
		}
		if err := Write(name, data, false); !errors.Is(err, ErrExists) {
			return name, err
		}
	}
}

// Cut is what the file lost when it was opened.
func (c *Cassette) Cut() Cut { return c.cut }

// Narrowed reports whether other users had rights to the file, which were taken.
func (c *Cassette) Narrowed() bool { return c.narrowed }

// Held is how many exchanges it held when it was opened.
func (c *Cassette) Held() int { return c.held }

// Append writes one more exchange. After an error the file is as it was before, and the
// exchange counts as missing. Secrets are not taken out.
func (c *Cassette) Append(e har.Entry) error {
	size := sizeOf(e)
	defer c.waiting.Add(-size)
	if all := c.waiting.Add(size); all > mostWaiting && all > size {
		c.missing.Add(1)
		return errBehind
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	data, at, err := c.end.Next(e)
	if err == nil && at+int64(len(data)) > MaxCassette {
		c.missing.Add(1)
		return errFull
	}
	if err == nil {
		_, err = c.to.WriteAt(data, at)
	}
	if err != nil {
		c.missing.Add(1)
		return errors.Join(err, c.mend())
	}
	c.end.Moved(data)
	return nil
}

// sizeOf is how much of memory an exchange holds at least, in bytes.
func sizeOf(e har.Entry) int64 {
	size := int64(len(e.Capture.Sent.Body)) + e.Capture.Body.Len()
	if e.Capture.Decoded != nil {
		size += e.Capture.Decoded.Len()
	}
	return size
}

// Missing is how many exchanges could not be appended.
func (c *Cassette) Missing() int { return int(c.missing.Load()) }

// Close gives the file free.
func (c *Cassette) Close() error { return c.to.Close() }

// mend closes the list of entries behind the last whole one. On a full disk there is room
// for that: the old end was as long.
func (c *Cassette) mend() error {
	if _, err := c.to.WriteAt(c.end.Tail, c.end.At); err != nil {
		return err
	}
	return c.to.Truncate(c.end.At + int64(len(c.end.Tail)))
}
