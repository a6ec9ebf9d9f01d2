package history

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/history"
)

func TestTheBarOfTimeIsToScale(t *testing.T) {
	for _, c := range []struct {
		ttft, total  int64
		wait, stream string
	}{
		{1_000_000, 4_000_000, "░░░", "█████████"},
		{1_000_000, 2_100_000, "░░░", "███▎"},
		{0, 4_000_000, "", "████████████"},
		{-1, 2_000_000, "░░░░░░", ""}, // no token: all of it is wait
		{10_000, 20_000, "", "▏"},     // what took next to no time is seen
		{-1, 1_000, "", "▏"},
		{5, -1, "", ""}, // not known
	} {
		e := history.Entry{TTFTUS: c.ttft, TotalUS: c.total}
		if wait, stream := timeBar(&e, 4_000_000, 12); wait != c.wait || stream != c.stream {
			t.Errorf("%d of %d µs: %q and %q, want %q and %q", c.ttft, c.total, wait, stream, c.wait, c.stream)
		}
	}
	for longest, want := range map[int64]int64{-1: 1000, 900: 1000, 1001: 2000, 2001: 5000, 5001: 10_000, 3_800_000: 5_000_000, 61_000_000: 100_000_000} {
		if got := timeScale([]history.Entry{{TotalUS: 10}, {TotalUS: longest}}); got != want {
			t.Errorf("for %d µs the scale is %d, want %d", longest, got, want)
		}
	}
}

// TestTheBarOfTimeFitsItsColumn, whatever the times are.
func TestTheBarOfTimeFitsItsColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := history.Entry{TTFTUS: rapid.Int64Range(-1, 1e12).Draw(t, "ttft"), TotalUS: rapid.Int64Range(-1, 1e12).Draw(t, "total")}
		cells := rapid.IntRange(1, 30).Draw(t, "cells")
		wait, stream := timeBar(&e, timeScale([]history.Entry{e}), cells)
		if n := ansi.StringWidth(wait + stream); n > cells || e.TotalUS >= 0 && n == 0 {
			t.Fatalf("%d cells of %d: %q %q", n, cells, wait, stream)
		}
	})
}
