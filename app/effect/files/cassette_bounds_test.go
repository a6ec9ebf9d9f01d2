package files

import (
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
