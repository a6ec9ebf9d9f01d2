package body

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

// TestWhatWasDoneOnTheWay is told on one line in the stages' words where they fit,
// else in ours; with a sign where something was lost, and always with the key.
func TestWhatWasDoneOnTheWay(t *testing.T) {
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
		{40, []views.Change{keys, mail}, "≠ on the way  keys: redacted\n              mail: flagged  ·  F4 R"},
		{80, []views.Change{drops}, "on the way  compression: Left out␛[2J the middle  ·  F4 R"},
		{52, []views.Change{drops}, "on the way  compression: 27 of 81 items dropped\n            F4 R"},
		{0, []views.Change{keys}, ""},
	} {
		lines := Changes(&styles, c.changes, "F4 R", c.width)
		if got := ansi.Strip(strings.Join(lines, "\n")); got != c.want {
			t.Errorf("at %d:\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
	for width := range 40 {
		lines := Changes(&styles, []views.Change{keys, drops, mail, mail, mail, mail, mail, mail}, "F4 R", width)
		for _, line := range lines {
			if ansi.StringWidth(line) > width || len(lines) > mostChanges {
				t.Errorf("at %d, %d lines: %q", width, len(lines), line)
			}
		}
	}
}

// TestNoStageIsLeftOutWithoutAWord, however many there are.
func TestNoStageIsLeftOutWithoutAWord(t *testing.T) {
	styles := themes.Dark()
	var changes []views.Change
	for i := range 20 {
		changes = append(changes, views.Change{Stage: fmt.Sprint("a stage with a long name ", i), Did: "something was dropped", Lost: i == 19})
		lines := Changes(&styles, changes, "F4 R", 60)
		all := ansi.Strip(strings.Join(lines, "\n"))
		if told := strings.Count(all, "a stage"); len(lines) > mostChanges || told < i+1 && !strings.Contains(all, fmt.Sprintf("… %d more", i+1-told)) || !strings.Contains(all, "F4 R") {
			t.Errorf("%d stages:\n%s", i+1, all)
		}
	}
}
