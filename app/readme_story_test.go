package app_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// TestTheDebuggingStory follows the README's story about an answer that ends in the middle
// of a sentence, key by key.
func TestTheDebuggingStory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Ask("sim/writer", "Which key should I rotate first?")
		d.Ask("fault/cut", "Which key should I rotate first?")
		d.Press("f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "truncated") })
		d.Press("enter", "E")
		d.Shows("output_text.delta")
		d.Hides("response.completed")
		d.Press("G", "enter", "G")
		d.Shows("“ the”") // the last words that arrived

		d.Press("D", "A")
		d.Shows("mark two exchanges with m in F6")
		d.Press("f6", "m", "down", "m", "D")
		d.Shows("COMPARE")
		d.Shows("✂ truncated")
		d.Shows("✓ completed")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}
