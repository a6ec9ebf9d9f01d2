package history_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// pastWithPreview is past in a terminal with room for the preview.
func pastWithPreview(t *testing.T, width, height int, test func(d *apptest.Driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, width, height, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("fault/403", "second question")
		d.Ask("sim/coder", "third question")
		d.Press("esc", "f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/coder") })
		test(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// rest waits until the cursor has rested and what it is on was read.
func rest(d *apptest.Driver, shows string) {
	d.T.Helper()
	d.WaitFor("the preview", func() bool {
		d.Sleep(200 * time.Millisecond)
		return strings.Contains(d.Screen(), shows)
	})
}

func TestThePreviewOfTheHistoryFollowsTheCursor(t *testing.T) {
	pastWithPreview(t, 160, 45, func(d *apptest.Driver) {
		rest(d, "│ ANSWER")
		d.Shows("│ third question")
		d.Press("j")
		d.Shows("│ ✗ failed") // what the row has, at once
		d.Hides("│ ANSWER")
		rest(d, "management key is needed")
		d.Shows("│ second question")
		d.Press("k")
		d.Shows("│ ANSWER") // it is cached
		d.Press("|")
		d.Shows("preview below")
		rest(d, " ASKED")
		d.Press("|")
		d.Hides(" ASKED")
		d.Press("j", "j", "k", "|")
		rest(d, "management key is needed")
	})
}

// TestThePreviewSaysWhatBecameOfTheCache of a prompt that was sent before.
func TestThePreviewSaysWhatBecameOfTheCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 160, 45, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Ask("sim/writer", "the first question, which is long enough to be kept")
		d.Ask("sim/writer", "and another one")
		d.Press("esc", "f6")
		rest(d, "│ CACHE")
		d.Shows("Not read: not asked for, 0 of")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// TestThePreviewDoesNotReadWhatIsPassed: the cursor moves on before it has rested.
func TestThePreviewDoesNotReadWhatIsPassed(t *testing.T) {
	pastWithPreview(t, 160, 45, func(d *apptest.Driver) {
		d.Press("j")
		d.Sleep(50 * time.Millisecond)
		d.Press("j")
		rest(d, "│ first question")
		rest(d, "│ ANSWER")
		d.Press("k")
		d.Hides("management key is needed") // was not read on the way
		rest(d, "management key is needed")
	})
}

// TestThePreviewOfTheHistoryScrolls by its keys, and is gone where there is no row.
func TestThePreviewOfTheHistoryScrolls(t *testing.T) {
	pastWithPreview(t, 140, 18, func(d *apptest.Driver) {
		rest(d, "│ ANSWER")
		d.Shows("│ ✓ completed")
		d.Press("J", "J")
		d.Hides("│ ✓ completed")
		d.Press("K", "K")
		d.Shows("│ ✓ completed")
		d.Press("/")
		d.Type("verdict:cancelled")
		d.Press("enter")
		d.WaitFor("no row", func() bool { return strings.Contains(d.Screen(), "Nothing matches") })
		d.Hides("ASKED")
	})
}
