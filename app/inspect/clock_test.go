package inspect_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/look"
)

// TestTimeGoesOnInASilence looks at a stream that says silent for ten seconds,
// and at one that is over, at which no clock ticks.
func TestTimeGoesOnInASilence(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Connection.Model = "fault/stall" }, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter", "f4")
		d.Sleep(10 * time.Second)
		has := func(words ...string) {
			t.Helper()
			for _, w := range words {
				if got := d.Screen(); !strings.Contains(got, w) {
					t.Errorf("no %q on the screen:\n%s", w, got)
				}
			}
		}
		has(" so far", "⚠ no data for 9.", "● silent 9.")
		d.Press("E")
		has("time: now, 9.", "⚠ no data for 9.")
		d.Press("ctrl+c")
		d.WaitFor("the end", d.Idle)
		d.Sleep(2 * look.ClockPace)
		if d.Look().Ticking {
			t.Error("the clock ticks although nothing runs")
		}
		if got := d.Screen(); strings.Contains(got, "nothing for") {
			t.Errorf("it waits on:\n%s", got)
		}
		// the play pauses in the silence: one moment everywhere
		d.Press("E", "space")
		d.Sleep(5 * time.Second)
		d.Press("space", "O")
		has("as it was at frame ", "⚠ no data for 4.")
		if at := regexp.MustCompile(`, (4\.\d\d\d) s: `).FindStringSubmatch(d.Screen()); at == nil {
			t.Errorf("no moment in\n%s", d.Screen())
		} else {
			has(strings.Replace(at[1], ".", ",", 1)+".", " so far")
		}
	})
}

// TestTimeGoesOnBelowTheAnswer looks at a stream that falls silent on a screen
// without a column, and at what is left of the clock when it has ended.
func TestTimeGoesOnBelowTheAnswer(t *testing.T) {
	apptest.Run(t, 80, 24, func(o *app.Options) { o.Connection.Model = "fault/stall" }, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.Sleep(10 * time.Second)
		first := d.Screen()
		for _, words := range []string{"● silent for 9."} {
			if !strings.Contains(first, words) {
				t.Errorf("no %q on the screen:\n%s", words, first)
			}
		}
		if strings.Contains(first, "streaming") {
			t.Errorf("it streams on:\n%s", first)
		}
		d.Sleep(2 * look.ClockPace)
		if got := d.Screen(); got == first {
			t.Errorf("the time stands still:\n%s", got)
		}
		d.Press("ctrl+c")
		d.WaitFor("the end", d.Idle)
		d.Sleep(2 * look.ClockPace)
		if d.Look().Ticking {
			t.Error("the clock ticks although nothing runs")
		}
		if got := d.Screen(); strings.Contains(got, "nothing for") || strings.Contains(got, " now") {
			t.Errorf("it waits on:\n%s", got)
		}
	})
}
