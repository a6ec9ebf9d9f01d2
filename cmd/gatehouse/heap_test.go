package main

import (
	"runtime/debug"
	"testing"
)

func TestGarbageIsBoundedBesideALargeCapture(t *testing.T) {
	for _, c := range []struct {
		live    uint64
		percent int
	}{{0, 100}, {8 << 20, 100}, {12 << 20, 100}, {16 << 20, 75}, {25 << 20, 45}, {100 << 20, 15}, {1 << 30, 15}, {1 << 40, 15}} {
		got := heapPercent(c.live, 100)
		if got != c.percent {
			t.Errorf("%d MB in use: %d %%, want %d", c.live>>20, got, c.percent)
		}
	}
}

// TestWhatGOGCAsksForIsTheMost.
func TestWhatGOGCAsksForIsTheMost(t *testing.T) {
	if a, b := heapPercent(1<<20, 50), heapPercent(100<<20, 10); a != 50 || b != 10 {
		t.Errorf("%d and %d %%, want 50 and 10", a, b)
	}
}

// TestAfterTheStartTheHeapIsPaced: what is let lie for the first paint is not let
// lie for good.
func TestAfterTheStartTheHeapIsPaced(t *testing.T) {
	was := debug.SetGCPercent(startHeap)
	collected(startHeap, 100)(&cycle{})
	if got := debug.SetGCPercent(was); got > 100 {
		t.Errorf("%d %% of garbage may lie after the start", got)
	}
}
