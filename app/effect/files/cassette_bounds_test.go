package files

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"
)

// TestASlowDiskHoldsNoMemory: what is beyond the budget is missing at once, and does not
// wait for the disk.
func TestASlowDiskHoldsNoMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.har")
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.mu.Lock() // as one that is being written
	c.waiting.Add(maxWaiting)
	if err := c.Append(exchange("late")); !errors.Is(err, errBehind) || c.Missing() != 1 {
		t.Errorf("%v, %d missing", err, c.Missing())
	}
	c.mu.Unlock()
	c.waiting.Add(-maxWaiting)
	if err := c.Append(exchange("next")); err != nil {
		t.Error(err)
	}
	if n := c.waiting.Load(); n != 0 {
		t.Errorf("%d bytes wait for nothing", n)
	}
	if got := ids(t, path); len(got) != 1 || got[0] != "next" {
		t.Error(got)
	}
}

// TestACassetteStaysReadable: it does not grow beyond what is replayed.
func TestACassetteStaysReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.har")
	c, err := OpenCassette(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	end := c.end
	c.end.At = MaxCassette - 10
	if err := c.Append(exchange("much")); !errors.Is(err, errFull) || c.Missing() != 1 {
		t.Errorf("%v, %d missing", err, c.Missing())
	}
	c.end = end
	if err := c.closeList(); err != nil || len(ids(t, path)) != 0 {
		t.Error("it was written")
	}
}

// countingDisk counts what is written to a file.
type countingDisk struct {
	disk
	bytes int
}

func (d *countingDisk) WriteAt(p []byte, _ int64) (int, error) {
	d.bytes += len(p)
	return len(p), nil
}

// TestFullCassetteWritesNothing: an exchange that does not fit is not encoded and written up to the limit.
func TestFullCassetteWritesNothing(t *testing.T) {
	c, err := OpenCassette(filepath.Join(t.TempDir(), "a.har"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	to := &countingDisk{disk: c.to}
	c.to, c.end.At = to, MaxCassette-1<<20
	e := exchange("large")
	e.Capture.Body.Append(bytes.Repeat([]byte("a"), 1<<20), 6)
	if err := c.Append(e); !errors.Is(err, errFull) || c.Missing() != 1 || to.bytes != 0 {
		t.Errorf("%v, %d missing, %d bytes written", err, c.Missing(), to.bytes)
	}
}
