package app

import (
	"testing"
	"time"
)

// TestOutsideTheChatTheKeyIsNamedThatStopsTheStream: esc leads back there from another
// screen, and the stream continues.
func TestOutsideTheChatTheKeyIsNamedThatStopsTheStream(t *testing.T) {
	for _, screen := range []string{"f4", "f3"} {
		bubble(t, 120, 30, slow, func(d *driver) {
			d.typeText("one")
			d.keys("enter")
			d.pass(200 * time.Millisecond)
			d.keys(screen)
			d.shows("ctrl+c stop")
			d.keys("alt+r")
			d.shows("a stream is running; ctrl+c stops it")
			d.keys("alt+g")
			d.shows("a stream is running; ctrl+c stops it")
			d.keys("esc", screen)
			if d.idle() {
				t.Fatal("esc stops the stream")
			}
			d.keys("ctrl+c")
			if !d.idle() {
				t.Errorf("ctrl+c does not stop the stream\n%s", d.screen())
			}
			d.until("the end", d.idle)
			d.hides("ctrl+c stop")
		})
	}
}
