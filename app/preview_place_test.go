package app_test

import (
	"path/filepath"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// TestThePreviewIsWhereItWasPut in the runs before, and a small terminal has none.
func TestThePreviewIsWhereItWasPut(t *testing.T) {
	dir := t.TempDir()
	options := func(o *app.Options) {
		o.History = apptest.ArchiveIn(filepath.Join(dir, "data"))
		o.UsedFile = filepath.Join(dir, "used.json")
	}
	run := func(width, height int, test func(d *apptest.Driver)) {
		t.Helper()
		apptest.Run(t, width, height, options, func(d *apptest.Driver) {
			d.Ask("sim/writer", "hello")
			d.Press("f4", "E")
			test(d)
			d.Quit(nil)
			d.Flush()
			d.History.Close()
		})
	}
	run(160, 45, func(d *apptest.Driver) {
		d.Shows("─ text of #0 message") // aside: the bar is to its left
		d.Shows("│─ text of #0 message")
		d.Press("|")
		d.Shows("preview below; | again: off")
		d.Shows("┬─ text of #0 message")
	})
	run(160, 45, func(d *apptest.Driver) {
		d.Shows("┬─ text of #0 message")
		d.Press("|")
		d.Hides("text of #0")
		d.Shows("preview off; | again: aside")
	})
	run(160, 45, func(d *apptest.Driver) {
		d.Hides("text of #0")
		d.Press("|")
		d.Shows("│─ text of #0 message")
	})
	run(120, 35, func(d *apptest.Driver) {
		d.Hides("text of #0")
		d.Press("|")
		d.Shows("no room for a preview: it takes 140 columns or 40 rows, and this terminal has 120 × 35")
	})
	run(120, 40, func(d *apptest.Driver) { d.Shows("┬─ text of #0 message") }) // aside was chosen, but has no room
}

// TestThePreviewFollowsTheCursorOfTime back and forth.
func TestThePreviewFollowsTheCursorOfTime(t *testing.T) {
	apptest.Run(t, 160, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "hello")
		d.Press("f4", "E", "T", "@", ".")
		d.Shows("─ frame 6, data")
		d.Shows("frame 6 of")
		d.Press(",")
		d.Shows("─ frame 5, data")
		d.Shows("frame 5 of")
	})
}
