package app

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTheDebuggingStory follows the README's story about an answer that ends in the middle
// of a sentence, key by key.
func TestTheDebuggingStory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("sim/writer", "Which key should I rotate first?")
		d.ask("fault/cut", "Which key should I rotate first?")
		d.keys("f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "truncated") })
		d.keys("enter", "E")
		d.shows("output_text.delta")
		d.hides("response.completed")
		d.keys("G", "enter", "G")
		d.shows("“ the”") // the last words that arrived

		d.keys("D", "A")
		d.shows("mark two exchanges with m in F6")
		d.keys("f6", "m", "down", "m", "D")
		d.shows("COMPARE")
		d.shows("✂ truncated")
		d.shows("✓ completed")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}
