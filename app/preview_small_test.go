package app_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestThePreviewDescribesThePromptInASmallTerminal above the header, and the frame shows that the request
// continues.
func TestThePreviewDescribesThePromptInASmallTerminal(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "hello")
		d.Ask("sim/writer", "and why?")
		d.Type("and then?")
		d.Press("alt+p")
		d.Shows("PROMPT")
		d.Shows("From the cache: nothing would be read.")
		d.Shows("Accept-Encoding: identity")
		d.Shows("─ ↓ more ─╯")
		d.CheckScreen(80, 24)
		d.Press("pgdown")
		d.Shows("─ ↑ ↓ more ─╯")
		d.Press("G")
		d.Shows("─ ↑ more ─╯")
		d.Press("esc")
		d.Hides("more ─╯")
	})
}

// TestTheFrameOfACompletelyVisiblePageIsPlain, as that of a short request is in a large terminal.
func TestTheFrameOfACompletelyVisiblePageIsPlain(t *testing.T) {
	apptest.Run(t, 160, 45, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("alt+p")
		d.Shows("Next request")
		if strings.Contains(d.LineWith("╰"), "more") {
			t.Errorf("the request is in view as a whole: %s", d.LineWith("╰"))
		}
	})
}
