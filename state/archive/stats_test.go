package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"gatehouse/state/history/stats"
)

// TestFiguresRetainNoMemory: alerts ask for figures after each exchange, and what SQLite retains is
// not in Go's heap, where an unclosed statement is tens of kilobytes.
func TestFiguresRetainNoMemory(t *testing.T) {
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.wait(t.Context(), func() error {
		tx, err := a.db().write.Begin()
		if err != nil {
			return err
		}
		e := synthetic(rand.New(rand.NewPCG(1, 2)), 1, time.Now())
		if err := a.insertEntry(tx, e.Start.UnixMicro(), &e); err != nil {
			return err
		}
		return tx.Commit()
	}); err != nil {
		t.Fatal(err)
	}
	read := func(times int) {
		for range times {
			for _, text := range []string{"", "provider:nobody"} {
				figuresOf(t, a, text, stats.Dimensions()[0])
			}
		}
	}
	read(100)
	before := resident(t)
	read(400)
	if grown := resident(t) - before; grown > 8<<20 {
		t.Errorf("800 readings keep %d KiB", grown>>10)
	}
}

// resident is how much memory this program has, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory() // the garbage of other tests
	statm, err := os.ReadFile("/proc/self/statm")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("only Linux says how much memory a program has in this way")
	}
	var all, pages int
	if _, e := fmt.Sscan(string(statm), &all, &pages); err != nil || e != nil {
		t.Fatal(err, e)
	}
	return pages * os.Getpagesize()
}
