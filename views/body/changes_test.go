package body

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

// TestWhatWasDoneOnTheWayIsOneLine: in the stages' words where they fit, else in
// ours; with a sign where something was lost, and always with the key.
func TestWhatWasDoneOnTheWayIsOneLine(t *testing.T) {
	styles := themes.Dark()
	keys := views.Change{Stage: "keys", Did: "redacted", Said: "The guardrail keys took out of the request: api-key", Lost: true}
	mail := views.Change{Stage: "mail", Did: "flagged"}
	drops := views.Change{Stage: "compression", Did: "27 of 81 items dropped", Said: "Left out\x1b[2J the middle"}
	for _, c := range []struct {
		width   int
		changes []views.Change
		want    string
	}{
		{80, nil, ""},
		{80, []views.Change{keys}, "≠ on the way  The guardrail keys took out of the request: api-key  ·  F4 R"},
		{80, []views.Change{mail}, "on the way  mail: flagged  ·  F4 R"},
		{70, []views.Change{keys, mail}, "≠ on the way  keys: redacted  ·  mail: flagged  ·  F4 R"},
		{40, []views.Change{keys, mail}, "≠ on the way  keys: redacted  …  ·  F4 R"},
		{80, []views.Change{drops}, "on the way  compression: Left out␛[2J the middle  ·  F4 R"},
		{52, []views.Change{drops}, "on the way  compression: 27 of 81 items dr…  ·  F4 R"},
		{0, []views.Change{keys}, ""},
	} {
		got := ansi.Strip(Changes(&styles, c.changes, "F4 R", c.width))
		if !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") || ansi.StringWidth(got) > c.width {
			t.Errorf("at %d: %q, want %q", c.width, got, c.want)
		}
	}
	for width := range 40 {
		if got := Changes(&styles, []views.Change{keys, drops}, "F4 R", width); ansi.StringWidth(got) > width {
			t.Errorf("at %d: %q", width, got)
		}
	}
}
