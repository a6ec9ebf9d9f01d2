package app

import (
	"strings"
	"testing"
	"time"

	"gatehouse/app/look"
)

// TestTimeGoesOnInASilence looks at a stream that says silent for ten seconds,
// and at one that is over, at which no clock ticks.
func TestTimeGoesOnInASilence(t *testing.T) {
	bubble(t, 120, 35, func(o *Options) { o.Connection.Model = "fault/stall" }, func(d *driver) {
		d.typeText("hello")
		d.keys("enter", "f4")
		d.pass(10 * time.Second)
		has := func(words ...string) {
			t.Helper()
			for _, w := range words {
				if got := d.screen(); !strings.Contains(got, w) {
					t.Errorf("no %q on the screen:\n%s", w, got)
				}
			}
		}
		has(" so far", "⚠ no data for 9.")
		d.keys("E")
		has("time: now, 9.", "⚠ no data for 9.")
		d.keys("ctrl+c")
		d.until("the end", d.idle)
		d.pass(2 * look.ClockPace)
		if d.m.look().Ticking {
			t.Error("the clock ticks although nothing runs")
		}
		if got := d.screen(); strings.Contains(got, "nothing for") {
			t.Errorf("it waits on:\n%s", got)
		}
	})
}

// TestTimeGoesOnBelowTheAnswer looks at a stream that falls silent on a screen
// without a column, and at what is left of the clock when it has ended.
func TestTimeGoesOnBelowTheAnswer(t *testing.T) {
	bubble(t, 80, 24, func(o *Options) { o.Connection.Model = "fault/stall" }, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.pass(10 * time.Second)
		first := d.screen()
		for _, words := range []string{"● silent for 9."} {
			if !strings.Contains(first, words) {
				t.Errorf("no %q on the screen:\n%s", words, first)
			}
		}
		if strings.Contains(first, "streaming") {
			t.Errorf("it streams on:\n%s", first)
		}
		d.pass(2 * look.ClockPace)
		if got := d.screen(); got == first {
			t.Errorf("the time stands still:\n%s", got)
		}
		d.keys("ctrl+c")
		d.until("the end", d.idle)
		d.pass(2 * look.ClockPace)
		if d.m.look().Ticking {
			t.Error("the clock ticks although nothing runs")
		}
		if got := d.screen(); strings.Contains(got, "nothing for") || strings.Contains(got, " now") {
			t.Errorf("it waits on:\n%s", got)
		}
	})
}
