package app

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pastWithPreview is past in a terminal with room for the preview.
func pastWithPreview(t *testing.T, width, height int, test func(d *driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, width, height, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("fault/403", "second question")
		d.ask("sim/coder", "third question")
		d.keys("esc", "f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/coder") })
		test(d)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// rest waits until the cursor has rested and what it is on was read.
func (d *driver) rest(shows string) {
	d.t.Helper()
	d.until("the preview", func() bool {
		d.pass(200 * time.Millisecond)
		return strings.Contains(d.screen(), shows)
	})
}

func TestThePreviewOfTheHistoryFollowsTheCursor(t *testing.T) {
	pastWithPreview(t, 160, 45, func(d *driver) {
		d.rest("│ ANSWER")
		d.shows("│ third question")
		d.keys("j")
		d.shows("│ ✗ failed") // what the row has, at once
		d.hides("│ ANSWER")
		d.rest("management key is needed")
		d.shows("│ second question")
		d.keys("k")
		d.shows("│ ANSWER") // it is cached
		d.keys("|")
		d.shows("preview below")
		d.rest(" ASKED")
		d.keys("|")
		d.hides(" ASKED")
		d.keys("j", "j", "k", "|")
		d.rest("management key is needed")
	})
}

// TestThePreviewSaysWhatBecameOfTheCache of a prompt that was sent before.
func TestThePreviewSaysWhatBecameOfTheCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 160, 45, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("sim/writer", "the first question, which is long enough to be kept")
		d.ask("sim/writer", "and another one")
		d.keys("esc", "f6")
		d.rest("│ CACHE")
		d.shows("not asked for: 0 of")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// TestThePreviewDoesNotReadWhatIsPassed: the cursor moves on before it has rested.
func TestThePreviewDoesNotReadWhatIsPassed(t *testing.T) {
	pastWithPreview(t, 160, 45, func(d *driver) {
		d.keys("j")
		d.pass(50 * time.Millisecond)
		d.keys("j")
		d.rest("│ first question")
		d.rest("│ ANSWER")
		d.keys("k")
		d.hides("management key is needed") // was not read on the way
		d.rest("management key is needed")
	})
}

// TestThePreviewOfTheHistoryScrolls by its keys, and is gone where there is no row.
func TestThePreviewOfTheHistoryScrolls(t *testing.T) {
	pastWithPreview(t, 140, 18, func(d *driver) {
		d.rest("│ ANSWER")
		d.shows("│ ✓ completed")
		d.keys("J", "J")
		d.hides("│ ✓ completed")
		d.keys("K", "K")
		d.shows("│ ✓ completed")
		d.keys("/")
		d.typeText("verdict:cancelled")
		d.keys("enter")
		d.until("no row", func() bool { return strings.Contains(d.screen(), "Nothing matches") })
		d.hides("ASKED")
	})
}
