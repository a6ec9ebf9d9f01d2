package app

import "testing"

func TestTheWordsThatAGuardrailBlockedAreWrittenOver(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		d.ask("sim/writer", "charge 4111 1111 1111 1111 today")
		d.keys("f4", "U")
		d.shows("[4111 1111 1111 1111]")
		d.keys("e")
		d.typeText("my card")
		if got := d.m.composer().Text(); got != "charge my card today" {
			t.Errorf("the composer holds %q", got)
		}
	})
}
