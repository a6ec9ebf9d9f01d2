package app

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
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

// TestASignalQuitsWithoutAQuestion: who sends it has no screen to answer on.
func TestASignalQuitsWithoutAQuestion(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.send(screen.Landing(func() tea.Cmd { return d.m.quit(ErrTerminated) }))
		d.flush()
		if !d.quit || d.m.life.err != ErrTerminated {
			t.Errorf("quit %v, %v", d.quit, d.m.life.err)
		}
	})
}

// TestCtrlCNamesWhatWouldBeLost: it stops the stream, then asks as quit does.
func TestCtrlCNamesWhatWouldBeLost(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter", "ctrl+c")
		if d.quit || !d.idle() {
			t.Fatal("the first stops the stream")
		}
		d.keys("ctrl+c")
		d.shows("not saved: conversation 1; ctrl+s saves, ctrl+c again quits without it")
		d.keys("ctrl+c")
		if !d.quit {
			t.Error("it asks again")
		}
	})
}
