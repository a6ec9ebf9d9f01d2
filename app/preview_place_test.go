package app

import (
	"path/filepath"
	"testing"
)

// TestThePreviewIsWhereItWasPut in the runs before, and a small terminal has none.
func TestThePreviewIsWhereItWasPut(t *testing.T) {
	dir := t.TempDir()
	options := func(o *Options) {
		o.History = archiveIn(filepath.Join(dir, "data"))
		o.UsedFile = filepath.Join(dir, "used.json")
	}
	run := func(width, height int, test func(d *driver)) {
		t.Helper()
		bubble(t, width, height, options, func(d *driver) {
			d.ask("sim/writer", "hello")
			d.keys("f4", "E")
			test(d)
			d.m.quit(nil)
			d.flush()
			d.m.History.Close()
		})
	}
	run(160, 45, func(d *driver) {
		d.shows("─ text of #0 message") // aside: the bar is to its left
		d.shows("│─ text of #0 message")
		d.keys("|")
		d.shows("preview below; | again: off")
		d.shows("┬─ text of #0 message")
	})
	run(160, 45, func(d *driver) {
		d.shows("┬─ text of #0 message")
		d.keys("|")
		d.hides("text of #0")
		d.shows("preview off; | again: aside")
	})
	run(160, 45, func(d *driver) {
		d.hides("text of #0")
		d.keys("|")
		d.shows("│─ text of #0 message")
	})
	run(120, 35, func(d *driver) {
		d.hides("text of #0")
		d.keys("|")
		d.shows("no room for a preview: it takes 140 columns or 40 rows, and this terminal has 120 × 35")
	})
	run(120, 40, func(d *driver) { d.shows("┬─ text of #0 message") }) // aside was chosen, but has no room
}

// TestThePreviewFollowsTheCursorOfTime back and forth.
func TestThePreviewFollowsTheCursorOfTime(t *testing.T) {
	bubble(t, 160, 45, nil, func(d *driver) {
		d.ask("sim/writer", "hello")
		d.keys("f4", "E", "T", "t", ".")
		d.shows("─ frame 6, data")
		d.shows("frame 6 of")
		d.keys(",")
		d.shows("─ frame 5, data")
		d.shows("frame 5 of")
	})
}
