package app

import "testing"

// TestAKeyIsSearchedForInTheHelp, also while the letters below would be typed.
func TestAKeyIsSearchedForInTheHelp(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("f1")
		d.shows("finds a key")
		d.keys("/")
		d.typeText("each is previewed")
		d.shows("Choose a theme. Each is previewed as you select it.")
		d.hides("finds a key")
		d.keys("esc", "esc")
		if d.m.Overlays.Top() != nil {
			t.Error("the help is still open")
		}
		if got := d.m.composer().Text(); got != "" {
			t.Errorf("the words of the search went into the message: %q", got)
		}
	})
}
