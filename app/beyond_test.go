package app_test

import (
	"testing"

	"gatehouse/app/apptest"
)

// TestAPageSaysThatItGoesOn below at its beginning, above at its end, and neither
// where all of it is in view.
func TestAPageSaysThatItGoesOn(t *testing.T) {
	apptest.Run(t, 80, 24, apptest.WithMetadata, func(d *apptest.Driver) {
		d.SendBody(`{"model":"sim/writer","stream":true,"plugins":[{"id":"fusion","models":["sim/writer","sim/coder"]}],"debug":{"echo_upstream_body":true},"input":"a","metadata":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"}}`)
		d.SendBody(`{"model":"sim/writer","plugins":[{"id":"auto-router"}],"input":"my card is 4111 1111 1111 1111"}`)
		d.Press("f4")
		at := func(tab string) {
			t.Helper()
			d.Press(tab, "g")
			d.Shows("─ ↓ more ─")
			d.Press("G")
			d.Shows("─ ↑ more ─")
			d.Press("g")
		}
		for _, tab := range []string{"O", "R", "S", "D"} {
			at(tab)
		}
		d.Press("U")
		d.Hides("more ─")
		d.Press("[")
		for _, tab := range []string{"F", "Q", "E"} {
			at(tab)
		}
		d.Press("E", "g", "pgdown", "pgdown")
		d.Shows("─ ↑ ↓ more ─")
		d.Press("Q", "=")
		d.Hides("more ─")
	})
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.Press("f4")
		d.Hides("more ─")
	})
}
