package app_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/screen"
)

func TestSuspendOnlyWhereAShellCanResume(t *testing.T) {
	for _, can := range []bool{true, false} {
		apptest.Run(t, 100, 30, func(o *app.Options) { o.CanSuspend = func() bool { return can } }, func(d *apptest.Driver) {
			d.Press("ctrl+z")
			if got := slices.Contains(d.ForTerminal, "tea.SuspendMsg"); got != can {
				t.Errorf("a shell can resume: %v, suspended: %v", can, got)
			}
			if !can {
				d.Shows("not suspended: no shell here could resume the program; ctrl+q quits")
			}
		})
	}
}

// TestASignalQuitsWithoutAQuestion: who sends it has no screen to answer on.
func TestASignalQuitsWithoutAQuestion(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.Send(screen.EffectFunc(func() tea.Cmd { return d.Quit(app.ErrTerminated) }))
		d.Flush()
		if !d.HasQuit || d.EndedBy() != app.ErrTerminated {
			t.Errorf("quit %v, %v", d.HasQuit, d.EndedBy())
		}
	})
}

// TestCtrlCNamesWhatWouldBeLost: it stops the stream, then asks as quit does.
func TestCtrlCNamesWhatWouldBeLost(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter", "ctrl+c")
		if d.HasQuit || !d.Idle() {
			t.Fatal("the first stops the stream")
		}
		d.Press("ctrl+c")
		d.Shows("not saved: conversation 1; ctrl+s saves, ctrl+c again quits without it")
		d.Press("ctrl+c")
		if !d.HasQuit {
			t.Error("it asks again")
		}
	})
}
