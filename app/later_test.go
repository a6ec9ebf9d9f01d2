package app

import (
	"testing"
	"time"

	"gatehouse/views"
)

// TestARepeatWaitsForItsTime: as long as the service asked to wait, with the
// seconds on the screen, and not when it is left.
func TestARepeatWaitsForItsTime(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		sent := func(want int) {
			t.Helper()
			if got := len(d.m.exchanges()); got != want {
				t.Fatalf("%d were sent, not %d\n%s", got, want, d.screen())
			}
		}
		refuse := func() {
			d.until("the end", d.idle)
			d.keys("f4", "R")
			d.shows("1  send it again as soon as the 2 s are over that the service asked for")
		}
		d.do(views.SetModel{Slug: "fault/429"})
		d.typeText("hello")
		d.keys("enter")
		refuse()
		d.keys("1")
		d.shows("it is sent again in 2 s: esc leaves it, alt+r sends it now")
		d.shows("esc stop waiting")
		d.pass(1100 * time.Millisecond)
		d.shows("it is sent again in 1 s")
		sent(1)
		d.keys("j", "k") // another key takes nothing away
		d.shows("it is sent again in 1 s")
		d.pass(time.Second)
		sent(2)
		refuse()
		d.keys("1", "esc")
		if d.m.screens.shown != inspectScreen {
			t.Error("esc left the page too")
		}
		d.pass(3 * time.Second)
		sent(2)
		d.keys("1") // the time is over
		sent(3)
		refuse()
		d.keys("1", "alt+r")
		sent(4)
		d.until("the end", d.idle)
		d.pass(3 * time.Second)
		sent(4)
		d.keys("1")
		refuse()
		d.keys("1", "alt+n")
		d.pass(3 * time.Second)
		d.shows("the request was not sent again: another conversation is shown")
		d.do(views.ShowConversation{Index: 0})
		sent(5)
	})
}
