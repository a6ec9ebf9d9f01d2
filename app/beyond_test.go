package app

import "testing"

// TestAPageSaysThatItGoesOn below at its beginning, above at its end, and neither
// where all of it is in view.
func TestAPageSaysThatItGoesOn(t *testing.T) {
	bubble(t, 80, 24, withMetadata, func(d *driver) {
		d.sendBody(`{"model":"sim/writer","stream":true,"plugins":[{"id":"fusion","models":["sim/writer","sim/coder"]}],"debug":{"echo_upstream_body":true},"input":"a","metadata":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"}}`)
		d.sendBody(`{"model":"sim/writer","plugins":[{"id":"auto-router"}],"input":"my card is 4111 1111 1111 1111"}`)
		d.keys("f4")
		at := func(tab string) {
			t.Helper()
			d.keys(tab, "g")
			d.shows("─ ↓ more ─")
			d.keys("G")
			d.shows("─ ↑ more ─")
			d.keys("g")
		}
		for _, tab := range []string{"O", "R", "S", "D"} {
			at(tab)
		}
		d.keys("U")
		d.hides("more ─")
		d.keys("[")
		for _, tab := range []string{"F", "Q", "E"} {
			at(tab)
		}
		d.keys("E", "g", "pgdown", "pgdown")
		d.shows("─ ↑ ↓ more ─")
		d.keys("Q", "u")
		d.hides("more ─")
	})
	bubble(t, 80, 24, nil, func(d *driver) {
		d.keys("f4")
		d.hides("more ─")
	})
}
