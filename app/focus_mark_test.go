package app

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views/kit/text"
)

// TestTheFocusIsSeenOnEveryScreen: wherever tab leads, one rule above the pane with the keys
// is heavy, in words or not, and none is under an overlay.
func TestTheFocusIsSeenOnEveryScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		bubble(t, size[0], size[1], nil, func(d *driver) {
			for _, r := range d.m.screens.rows {
				work(d.m, d.m.Show(r.focus))
				first := d.m.Focus()
				for range r.Pages() {
					d.markedOnce()
					d.keys("tab")
					if d.m.Focus() == first {
						break
					}
				}
			}
			d.keys("ctrl+p")
			d.hides("━")
		})
	}
}

// markedOnce fails unless exactly one rule is heavy, above the pane with the keys or in its
// first row, and as wide as the pane but for the words in it.
func (d *driver) markedOnce() {
	d.t.Helper()
	at, found := d.m.rect(d.m.Focus()), 0
	for y, line := range strings.Split(ansi.Strip(d.m.View().Content), "\n") {
		if !strings.Contains(line, "━") {
			continue
		}
		found++
		rest := strings.Trim(text.Cut(line, 0, at.X)+text.TruncateLeft(line, at.X+at.W, ""), " ")
		if y > at.Y || strings.Contains(rest, "━") || !strings.Contains(text.Cut(line, at.X, at.X+at.W), "━━━") {
			d.t.Errorf("%s: row %d is marked: %s", d.m.Focus(), y, line)
		}
	}
	if found != 1 {
		d.t.Errorf("%s: %d rules are marked\n%s", d.m.Focus(), found, d.screen())
	}
}

// TestTheFocusIsMarkedOverTheFullRule: also where the lines of text below the rule are narrower.
func TestTheFocusIsMarkedOverTheFullRule(t *testing.T) {
	bubble(t, 160, 45, nil, func(d *driver) {
		d.keys("alt+c")
		for line := range strings.Lines(ansi.Strip(d.m.View().Content)) {
			if strings.Contains(line, "━") && strings.Contains(line, "─") {
				d.t.Errorf("marked in part: %s", line)
			}
		}
		d.shows("━━━")
	})
}
