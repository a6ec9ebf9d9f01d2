package inspect_test

import (
	"testing"

	"gatehouse/app/apptest"
)

func TestTheWordsThatAGuardrailBlockedAreWrittenOver(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "charge 4111 1111 1111 1111 today")
		d.Press("f4", "U")
		d.Shows("[4111 1111 1111 1111]")
		d.Press("e")
		d.Type("my card")
		if got := d.Composer().Text(); got != "charge my card today" {
			t.Errorf("the composer holds %q", got)
		}
	})
}
