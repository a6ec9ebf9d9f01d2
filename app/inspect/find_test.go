package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestAPageIsSearchedWhereItIsShown: no page leads to another one to search.
func TestAPageIsSearchedWhereItIsShown(t *testing.T) {
	apptest.Run(t, 100, 20, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words about bees")
		d.Ask("sim/writer", "second words about bees")
		d.Press("f4", "D", "A", "enter")
		for _, page := range []struct{ tab, line string }{
			{"O", "SETTINGS"}, {"R", "raw metadata"}, {"U", "No guardrail acted"}, {"D", "second words"},
		} {
			d.Press(page.tab, "g", "/")
			here := d.Focus()
			d.Type(strings.ToUpper(page.line))
			d.CheckScreen(100, 20)
			d.Shows(page.line)
			d.Press("enter")
			d.Shows("n next   N previous")
			d.Press("n", "N")
			d.Shows(page.line)
			d.Press("esc")
			d.Hides("N previous")
			d.Press("/")
			d.Type("no such words")
			d.Shows("no hits on this page")
			d.Press("enter")
			d.Hides("does nothing here")
			d.Press("esc")
			if d.Focus() != here {
				t.Fatalf("the search on %s leads elsewhere\n%s", page.tab, d.Screen())
			}
		}
	})
}
