package app_test

import (
	"testing"
	"time"

	"gatehouse/app/apptest"
)

// TestOutsideTheChatTheKeyIsNamedThatStopsTheStream: esc leads back there from another
// screen, and the stream continues.
func TestOutsideTheChatTheKeyIsNamedThatStopsTheStream(t *testing.T) {
	for _, screen := range []string{"f4", "f3"} {
		apptest.Run(t, 120, 30, apptest.Slow, func(d *apptest.Driver) {
			d.Type("one")
			d.Press("enter")
			d.Sleep(200 * time.Millisecond)
			d.Press(screen)
			d.Shows("ctrl+c stop")
			d.Press("alt+r")
			d.Shows("a stream is running; ctrl+c stops it")
			d.Press("alt+g")
			d.Shows("a stream is running; ctrl+c stops it")
			d.Press("esc", screen)
			if d.Idle() {
				t.Fatal("esc stops the stream")
			}
			d.Press("ctrl+c")
			if !d.Idle() {
				t.Errorf("ctrl+c does not stop the stream\n%s", d.Screen())
			}
			d.WaitFor("the end", d.Idle)
			d.Hides("ctrl+c stop")
		})
	}
}
