package app_test

import (
	"testing"

	"gatehouse/app/apptest"
)

// TestAKeyIsSearchedForInTheHelp, also while the letters below would be typed.
func TestAKeyIsSearchedForInTheHelp(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("f1")
		d.Shows("finds a key")
		d.Press("/")
		d.Type("each is previewed")
		d.Shows("Choose a theme. Each is previewed as you select it.")
		d.Hides("finds a key")
		d.Press("esc", "esc")
		if d.Overlays.Top() != nil {
			t.Error("the help is still open")
		}
		if got := d.Composer().Text(); got != "" {
			t.Errorf("the words of the search went into the message: %q", got)
		}
	})
}
