package app

import (
	"slices"
	"testing"
)

func TestSuspendOnlyWhereAShellCanResume(t *testing.T) {
	for _, can := range []bool{true, false} {
		bubble(t, 100, 30, func(o *Options) { o.CanSuspend = func() bool { return can } }, func(d *driver) {
			d.keys("ctrl+z")
			if got := slices.Contains(d.seen, "tea.SuspendMsg"); got != can {
				t.Errorf("a shell can resume: %v, suspended: %v", can, got)
			}
			if !can {
				d.shows("not suspended: no shell here could resume the program; ctrl+q quits")
			}
		})
	}
}
