package app

import (
	"strings"
	"testing"
)

// TestThePreviewDescribesThePromptInASmallTerminal above the header, and the frame shows that the request
// continues.
func TestThePreviewDescribesThePromptInASmallTerminal(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
		d.ask("sim/writer", "hello")
		d.ask("sim/writer", "and why?")
		d.typeText("and then?")
		d.keys("alt+p")
		d.shows("PROMPT")
		d.shows("From the cache: nothing would be read.")
		d.shows("Accept-Encoding: identity")
		d.shows("─ ↓ more ─╯")
		d.exact(80, 24)
		d.keys("pgdown")
		d.shows("─ ↑ ↓ more ─╯")
		d.keys("G")
		d.shows("─ ↑ more ─╯")
		d.keys("esc")
		d.hides("more ─╯")
	})
}

// TestTheFrameOfACompletelyVisiblePageIsPlain, as that of a short request is in a large terminal.
func TestTheFrameOfACompletelyVisiblePageIsPlain(t *testing.T) {
	bubble(t, 160, 45, nil, func(d *driver) {
		d.typeText("hello")
		d.keys("alt+p")
		d.shows("Next request")
		if strings.Contains(d.lineWith("╰"), "more") {
			t.Errorf("the request is in view as a whole: %s", d.lineWith("╰"))
		}
	})
}
