package chat_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestAFailureIsShownOnceOnAScreen: next to the transcript, which describes the failure, the
// column has its route and times only, and the top line its verdict.
func TestAFailureIsShownOnceOnAScreen(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Ask("fault/503", "hello")
		for _, screen := range []string{"f2", "f4"} {
			d.Press(screen)
			for _, words := range []string{"(503)", "error_type"} {
				if n := strings.Count(d.Screen(), words); n > 1 || n == 0 && words == "(503)" {
					t.Errorf("after %s, %q is there %d times:\n%s", screen, words, n, d.Screen())
				}
			}
		}
	})
}
