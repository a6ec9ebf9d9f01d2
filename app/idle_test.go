package app_test

import (
	"path/filepath"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// arrives reports whether messages arrive while a model's answer runs, and stops it.
func arrives(d *apptest.Driver, model string) bool {
	d.Desk.SetModel(model)
	d.Type("a question")
	d.Press("enter")
	d.Sleep(5 * time.Second)
	before := d.Landed
	time.Sleep(5 * time.Second)
	d.Flush()
	d.Press("esc")
	return d.Landed > before
}

// TestIdleRunsNoLoop: on every screen, under every overlay, after answers that ended in each
// way, and with the history open.
func TestIdleRunsNoLoop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { apptest.WithMetadata(o); o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.StaysIdle("at the start")
		if !arrives(d, "fault/stall") {
			t.Fatal("while an answer runs nothing comes either: nothing is measured")
		}
		for _, model := range []string{"sim/writer", "fault/429", "fault/403", "fault/cut"} {
			d.Ask(model, "a question")
			d.StaysIdle("after " + model)
		}
		for _, key := range []string{"f3", "f4", "E", "f5", "f6", "f7"} {
			d.Press(key)
			d.StaysIdle("on " + key)
		}
		for _, key := range []string{"f1", "ctrl+p", "alt+m", "ctrl+o", "alt+y"} {
			d.Press("f2", key)
			if d.Overlays.Top() == nil {
				t.Errorf("%s opens nothing", key)
			}
			d.StaysIdle("under " + key)
			d.Press("esc")
		}
		d.Press("f2", "alt+/")
		d.Type("a")
		d.StaysIdle("while it searches")
		d.Press("esc")
		d.Type("not sent")
		d.StaysIdle("while one writes")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}
