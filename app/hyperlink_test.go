package app_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// TestLinksAreDrawnWhereTheTerminalTakesThem, and their words everywhere.
func TestLinksAreDrawnWhereTheTerminalTakesThem(t *testing.T) {
	const linked = "see \x1b]8;id=1;https://e.org/\athe manual\x1b]8;;\a"
	for _, c := range []struct {
		term    string
		colours colorprofile.Profile
		links   bool
	}{
		{"xterm-256color", colorprofile.TrueColor, true},
		{"xterm", colorprofile.ANSI, true},
		{"linux", colorprofile.ANSI, false},
		{"xterm-256color", colorprofile.ASCII, false},
	} {
		apptest.Run(t, 80, 24, func(o *app.Options) { o.Environ = []string{"TERM=" + c.term, "LANG=C.UTF-8"} }, func(d *apptest.Driver) {
			d.Send(tea.ColorProfileMsg{Profile: c.colours})
			lines := []string{linked}
			d.Finish(lines)
			if got := strings.Contains(lines[0], "\x1b]8;"); got != c.links || !strings.Contains(lines[0], "the manual") {
				t.Errorf("%s, %v: %q", c.term, c.colours, lines[0])
			}
		})
	}
}
