package app_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/apptest"
	"gatehouse/views/kit/text"
)

// TestTheFocusIsSeenOnEveryScreen: wherever tab leads, one rule above the pane with the keys
// is heavy, in words or not, and none is under an overlay.
func TestTheFocusIsSeenOnEveryScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		apptest.Run(t, size[0], size[1], nil, func(d *apptest.Driver) {
			_, pages := d.Names()
			for i, s := range d.Screens() {
				apptest.Perform(d.Model, d.Show(pages[i]))
				first := d.Focus()
				for range s.Pages() {
					markedOnce(d)
					d.Press("tab")
					if d.Focus() == first {
						break
					}
				}
			}
			d.Press("ctrl+p")
			d.Hides("━")
		})
	}
}

// markedOnce fails unless exactly one rule is heavy, above the pane with the keys or in its
// first row, and as wide as the pane but for the words in it.
func markedOnce(d *apptest.Driver) {
	d.T.Helper()
	at, found := d.Rect(d.Focus()), 0
	for y, line := range strings.Split(ansi.Strip(d.View().Content), "\n") {
		if !strings.Contains(line, "━") {
			continue
		}
		found++
		rest := strings.Trim(text.Cut(line, 0, at.X)+text.TruncateLeft(line, at.X+at.W, ""), " ")
		if y > at.Y || strings.Contains(rest, "━") || !strings.Contains(text.Cut(line, at.X, at.X+at.W), "━━━") {
			d.T.Errorf("%s: row %d is marked: %s", d.Focus(), y, line)
		}
	}
	if found != 1 {
		d.T.Errorf("%s: %d rules are marked\n%s", d.Focus(), found, d.Screen())
	}
}

// TestTheFocusIsMarkedOverTheFullRule: also where the lines of text below the rule are narrower.
func TestTheFocusIsMarkedOverTheFullRule(t *testing.T) {
	apptest.Run(t, 160, 45, nil, func(d *apptest.Driver) {
		d.Press("alt+c")
		for line := range strings.Lines(ansi.Strip(d.View().Content)) {
			if strings.Contains(line, "━") && strings.Contains(line, "─") {
				d.T.Errorf("marked in part: %s", line)
			}
		}
		d.Shows("━━━")
	})
}
