package app

import (
	"strings"
	"testing"
)

// TestAFailureIsToldOnceOnAScreen: beside the transcript, which says what failed, the column
// has its route and times only, and the top line its verdict.
func TestAFailureIsToldOnceOnAScreen(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.ask("fault/503", "hello")
		for _, screen := range []string{"f2", "f4"} {
			d.keys(screen)
			for _, said := range []string{"(503)", "error_type"} {
				if n := strings.Count(d.screen(), said); n > 1 || n == 0 && said == "(503)" {
					t.Errorf("after %s, %q is there %d times:\n%s", screen, said, n, d.screen())
				}
			}
		}
	})
}
