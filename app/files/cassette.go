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

// Cassette is an HTTP Archive that grows by an exchange at a time. After each, and after
// its program was killed, it holds all that were appended. It is safe for concurrent use.
type Cassette struct {
	held     int
	cut      Cut
	narrowed bool
	waiting  atomic.Int64 // bytes of exchanges that are being appended, or wait for others
	missing  atomic.Int64

	mu  sync.Mutex // guards what follows
	to  disk
	end har.End
}

// Cut is what a file lost when it was opened to record: its last entry, which breaks off. The
// zero Cut is of a file that lost nothing.
type Cut struct {
	Bytes  int    // behind the last whole entry
	Backup string // the path of a copy of the file as it was
}

func (c Cut) String() string {
	return fmt.Sprintf("the last entry was incomplete and is cut off (%d bytes); the original file is now %s", c.Bytes, c.Backup)
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

// disk is where the file of a cassette is.
type disk interface {
	io.WriterAt
	io.Closer
	Truncate(size int64) error
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
	if c.end.At+size > MaxCassette { // what is written is larger still
		c.missing.Add(1)
		return errFull
	}
	if err := c.end.Append(bounded{c.to}, e); err != nil {
		c.missing.Add(1)
		return errors.Join(err, c.mend())
	}
	return nil
}

// bounded is a disk that writes no more of a file than is replayed.
type bounded struct{ disk }

func (b bounded) WriteAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > MaxCassette {
		return 0, errFull
	}
	return b.disk.WriteAt(p, at)
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

// Close releases the file.
func (c *Cassette) Close() error { return c.to.Close() }

// mend closes the list of entries behind the last whole one. On a full disk there is room
// for that: the old end was as long.
func (c *Cassette) mend() error {
	if _, err := c.to.WriteAt(c.end.Tail, c.end.At); err != nil {
		return err
	}
	return c.to.Truncate(c.end.At + int64(len(c.end.Tail)))
}
