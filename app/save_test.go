package app

import (
	"strings"
	"testing"
)

// TestASavedRequestSaysHowToRunIt: with the file's name and the flags that bring back what
// the file does not hold, on one line also where lines are short; quoted for a shell.
func TestASavedRequestSaysHowToRunIt(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 80, 24, func(o *Options) { o.Connection.Metadata = true }, func(d *driver) {
		d.typeText("Which of my keys should I rotate first")
		for typed, want := range map[string]string{"keys.json": "keys.json", "my keys.json": "'my keys.json'"} {
			d.keys("ctrl+s", "ctrl+u")
			d.typeText(typed)
			d.keys("enter")
			d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved "+strings.Trim(want, "'")+", ") })
			d.shows("run it: gatehouse send --metadata " + want)
		}
	})
}
