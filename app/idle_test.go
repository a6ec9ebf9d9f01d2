package app

import (
	"path/filepath"
	"testing"
	"time"
)

// idles fails if messages still arrive by themselves after all that was begun has ended: no
// clock, no blinking, nothing that looks again.
func (d *driver) idles(where string) {
	d.t.Helper()
	d.pass(10 * time.Second) // what was asked for last ends, and is saved
	before := d.landed
	for range 3 {
		time.Sleep(20 * time.Second)
		d.flush()
	}
	if n := d.landed - before; n > 0 {
		d.t.Errorf("%s: %d messages came in an idle minute\n%s", where, n, d.screen())
	}
}

// arrives reports whether messages arrive while a model's answer runs, and stops it.
func (d *driver) arrives(model string) bool {
	d.m.desk.SetModel(model)
	d.typeText("a question")
	d.keys("enter")
	d.pass(5 * time.Second)
	before := d.landed
	time.Sleep(5 * time.Second)
	d.flush()
	d.keys("esc")
	return d.landed > before
}

// TestIdleRunsNoLoop: on every screen, under every overlay, after answers that ended in each
// way, and with the history open.
func TestIdleRunsNoLoop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { withMetadata(o); o.History = archiveIn(dir) }, func(d *driver) {
		d.idles("at the start")
		if !d.arrives("fault/stall") {
			t.Fatal("while an answer runs nothing comes either: nothing is measured")
		}
		for _, model := range []string{"sim/writer", "fault/429", "fault/403", "fault/cut"} {
			d.ask(model, "a question")
			d.idles("after " + model)
		}
		for _, key := range []string{"f3", "f4", "E", "f5", "f6", "f7"} {
			d.keys(key)
			d.idles("on " + key)
		}
		for _, key := range []string{"f1", "ctrl+p", "alt+m", "ctrl+o", "alt+y"} {
			d.keys("f2", key)
			if d.m.Overlays.Top() == nil {
				t.Errorf("%s opens nothing", key)
			}
			d.idles("under " + key)
			d.keys("esc")
		}
		d.keys("f2", "alt+/")
		d.typeText("a")
		d.idles("while it searches")
		d.keys("esc")
		d.typeText("not sent")
		d.idles("while one writes")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}
