package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/explain"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// TestChangesByTheGateway is written in short words, with a sign before each stage that lost
// something, and always with the pages.
func TestChangesByTheGateway(t *testing.T) {
	styles := themes.Dark()
	table := views.NewKeys(views.InspectCommands())
	keys := explain.Change{Stage: "keys", Did: "redacted", Lost: true, Topic: explain.GuardrailsTopic}
	mail := explain.Change{Stage: "mail", Did: "flagged", Topic: explain.GuardrailsTopic}
	drops := explain.Change{Stage: "compression", Did: "27 of 81 items dropped", Lost: true, Topic: explain.RouteTopic}
	for _, c := range []struct {
		width   int
		changes []explain.Change
		want    string
	}{
		{90, nil, ""},
		{88, []explain.Change{keys}, "pipeline  ≠ keys: redacted  ·  F4 U guardrails"},
		{88, []explain.Change{mail}, "pipeline  mail: flagged  ·  F4 U guardrails"},
		{78, []explain.Change{keys, mail}, "pipeline  ≠ keys: redacted  ·  mail: flagged  ·  F4 U guardrails"},
		{38, []explain.Change{keys, mail}, "pipeline  ≠ keys: redacted\n            mail: flagged\n            F4 U guardrails"},
		{38, []explain.Change{mail, keys}, "pipeline  mail: flagged\n          ≠ keys: redacted\n            F4 U guardrails"},
		{88, []explain.Change{{Stage: "compress\x1b[2Jion", Did: drops.Did, Lost: true, Topic: explain.RouteTopic}}, "pipeline  ≠ compress␛[2Jion: 27 of 81 items dropped  ·  F4 R route"},
		{60, []explain.Change{drops}, "pipeline  ≠ compression: 27 of 81 items dropped\n            F4 R route"},
		{46, []explain.Change{drops}, "pipeline  ≠ compression: 27 of 81 items\n            dropped  ·  F4 R route"},
		{88, []explain.Change{keys, drops}, "pipeline  ≠ keys: redacted  ·  ≠ compression: 27 of 81 items dropped  ·  F4 U guardrails\n            F4 R route"},
		{0, []explain.Change{keys}, ""},
	} {
		lines := Changes(&styles, c.changes, table, "F4", c.width)
		if got := ansi.Strip(strings.Join(lines, "\n")); got != c.want {
			t.Errorf("at %d:\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
	for width := range 40 {
		lines := Changes(&styles, []explain.Change{keys, drops, mail, mail, mail, mail, mail, mail}, table, "F4", width)
		for _, line := range lines {
			if text.Width(line) > width || len(lines) > maxChangeLines {
				t.Errorf("at %d, %d lines: %q", width, len(lines), line)
			}
		}
	}
}

// TestNoStageIsLeftOutWithoutAWord, however many there are.
func TestNoStageIsLeftOutWithoutAWord(t *testing.T) {
	styles, table := themes.Dark(), views.NewKeys(views.InspectCommands())
	var changes []explain.Change
	for i := range 20 {
		changes = append(changes, explain.Change{Stage: fmt.Sprint("a stage with a long name ", i), Did: "something was dropped", Lost: i == 19, Topic: explain.RouteTopic})
		lines := Changes(&styles, changes, table, "F4", 60)
		all := ansi.Strip(strings.Join(lines, "\n"))
		if listed := strings.Count(all, "a stage"); len(lines) > maxChangeLines || listed < i+1 && !strings.Contains(all, fmt.Sprintf("… %d more", i+1-listed)) || !strings.Contains(all, "F4 R route") {
			t.Errorf("%d stages:\n%s", i+1, all)
		}
	}
}
