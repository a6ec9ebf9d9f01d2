package files

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"gatehouse/client/capture"
	"gatehouse/client/har"
)

// Cassette is an HTTP Archive to which exchanges are appended. The file is valid after each, also
// if the program is killed. It is safe for concurrent use.
type Cassette struct {
	cut      Cut
	narrowed bool
	waiting  atomic.Int64 // bytes of exchanges that are appended now or wait
	missing  atomic.Int64

	mu  sync.Mutex // guards to and end
	to  disk
	end har.End
}

// Cut describes the truncated last entry that was removed from a file when it was opened to
// record. The zero Cut: nothing was removed.
type Cut struct {
	Bytes  int    // after the last complete entry
	Backup string // path of a copy of the original file
}

func (c Cut) String() string {
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
	if one := (*har.EntryError)(nil); faults != nil && !errors.As(faults, &one) {
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

// Cut returns what was removed from the file when it was opened.
func (c *Cassette) Cut() Cut { return c.cut }

// Narrowed reports whether other users had rights to the file, which were removed.
func (c *Cassette) Narrowed() bool { return c.narrowed }

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
