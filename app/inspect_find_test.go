package app

import (
	"strings"
	"testing"
)

// TestAPageIsSearchedWhereItIsShown: no page leads to another one to search.
func TestAPageIsSearchedWhereItIsShown(t *testing.T) {
	bubble(t, 100, 20, withMetadata, func(d *driver) {
		d.ask("sim/writer", "first words about bees")
		d.ask("sim/writer", "second words about bees")
		d.keys("f4", "D", "A", "enter")
		for _, page := range []struct{ tab, line string }{
			{"O", "SETTINGS"}, {"R", "raw metadata"}, {"U", "No guardrail acted"}, {"D", "second words"},
		} {
			d.keys(page.tab, "g", "/")
			here := d.m.Focus()
			d.typeText(strings.ToUpper(page.line))
			d.exact(100, 20)
			d.shows(page.line)
			d.keys("enter")
			d.shows("n next   N previous")
			d.keys("n", "N")
			d.shows(page.line)
			d.keys("esc")
			d.hides("N previous")
			d.keys("/")
			d.typeText("no such words")
			d.shows("no hits on this page")
			d.keys("enter")
			d.hides("does nothing here")
			d.keys("esc")
			if d.m.Focus() != here {
				t.Fatalf("the search on %s leads elsewhere\n%s", page.tab, d.screen())
			}
		}
	})
}
