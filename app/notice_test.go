package app_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/history"
)

// TestANoticeTakesNoLine of a page, and goes with the next key that does more than type a letter.
func TestANoticeTakesNoLine(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}} {
		apptest.Run(t, size[0], size[1], nil, func(d *apptest.Driver) {
			before := d.Rect(chat.TranscriptPane)
			d.Notify("something has happened")
			d.Type("a prompt")
			lines := strings.Split(d.Screen(), "\n")
			if rule := lines[len(lines)-2]; !strings.HasPrefix(rule, " ▌ something has happened ─") {
				t.Errorf("the line above the footer is %q", rule)
			}
			if got := d.Rect(chat.TranscriptPane); got != before {
				t.Errorf("the transcript has %v, it had %v", got, before)
			}
			d.Notify("%s", strings.Repeat("a long notice ", 12))
			d.Shows("a long notice a long notice")
			d.Press("ctrl+a")
			d.Hides("a long notice")
		})
	}
}

// TestALongNoticeCutsNoWord of the rule that it covers, which names where the page continues.
func TestALongNoticeCutsNoWord(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "one")
		d.Press("f4", "R", "O")
		d.Shows("↓ more")
		d.Notify("%s", strings.Repeat("x", 72))
		d.Type("")
		lines := strings.Split(d.Screen(), "\n")
		if rule := lines[len(lines)-2]; strings.Trim(rule, " ▌x─") != "" || !strings.Contains(rule, "xxx") {
			t.Errorf("the rule is %q", rule)
		}
	})
}

// TestANoticeBelongsToItsScreen: another one does not show it, and esc closes a warning where it is.
func TestANoticeBelongsToItsScreen(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Warn("a warning of Chat")
		d.Notify("a notice of Chat")
		d.Type("x") // they are assigned to the shown screen
		d.Shows("a warning of Chat")
		d.Shows("a notice of Chat")
		d.Press("f6")
		d.Hides("a warning of Chat")
		d.Hides("a notice of Chat")
		if d.Focus() != history.ListPane {
			t.Fatal(d.Focus())
		}
		d.Warn("a warning of History")
		d.Press("j")
		d.Shows("a warning of History")
		d.Press("esc")
		d.Hides("a warning of History")
		if d.Focus() != history.ListPane {
			t.Error("esc closed the notice and left the screen")
		}
		d.Press("esc")
		d.Shows("a warning of Chat")
	})
}
