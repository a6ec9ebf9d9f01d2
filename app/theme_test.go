package app

import (
	"strings"
	"testing"
)

// TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo: dark text on a dark
// terminal is what a forced light theme would be without it.
func TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Theme = "light" }, func(d *driver) {
		painted := func() bool { return strings.Contains(d.m.View().Content, "48;2;250;250;252") }
		if !painted() {
			t.Error("the terminal said nothing of its background: the theme must bring its own")
		}
		d.m.background(false)
		if painted() {
			t.Error("a light terminal's own background suits the light theme")
		}
		d.m.background(true)
		if !painted() {
			t.Error("light theme, dark terminal: the theme must bring its background")
		}
		d.exact(100, 30)
	})
	bubble(t, 100, 30, func(o *Options) { o.Theme = "auto" }, func(d *driver) {
		if strings.Contains(d.m.View().Content, "48;2;22;23;31") {
			t.Error("nobody chose a theme: the terminal's background should show")
		}
	})
}
