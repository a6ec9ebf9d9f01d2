package screen

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views/text"
)

// Notice is the text above the footer: the line that describes what just happened,
// which goes with the next key, and below it the warnings, which stay until
// esc closes them or the next text is sent.
type Notice struct {
	last, warnings []string
	covered        []string // warnings that contain one of these are not shown
	changed        func()   // called when other lines are to be drawn
}

// Notify shows a line until the next key.
func (n *Notice) Notify(format string, args ...any) tea.Cmd {
	n.NotifyLines(fmt.Sprintf(format, args...))
	return nil
}

// NotifyLines shows lines until the next key.
func (n *Notice) NotifyLines(lines ...string) {
	n.last = safe(lines)
	n.changed()
}

// Retract removes a notified line that is no longer true.
func (n *Notice) Retract(said string) {
	n.remove(&n.last, says(said))
}

// Warn adds warnings, which are shown until they are closed.
func (n *Notice) Warn(lines ...string) {
	n.warnings = append(n.warnings, safe(lines)...)
	n.changed()
}

// Unwarn removes the warnings that contain one of some texts, which are no longer true.
func (n *Notice) Unwarn(said ...string) {
	n.remove(&n.warnings, says(said...))
}

// Cover hides the warnings that contain one of some texts, which the screen shows itself now;
// without any it shows all again.
func (n *Notice) Cover(said ...string) {
	before := len(n.shown())
	if n.covered = safe(said); len(n.shown()) != before {
		n.changed()
	}
}

// Unsay removes the line that describes what just happened, with all also the warnings.
func (n *Notice) Unsay(all bool) {
	if all {
		shown := n.shown()
		n.remove(&n.warnings, func(line string) bool { return slices.Contains(shown, line) })
	}
	n.remove(&n.last, func(string) bool { return true })
}

// remove removes those lines for which drop is true.
func (n *Notice) remove(lines *[]string, drop func(string) bool) {
	had := len(*lines)
	if *lines = slices.DeleteFunc(*lines, drop); len(*lines) < had {
		n.changed()
	}
}

// shown returns the warnings that are not hidden.
func (n *Notice) shown() []string {
	return slices.DeleteFunc(slices.Clone(n.warnings), says(n.covered...))
}

// says returns whether a line contains one of some texts.
func says(all ...string) func(line string) bool {
	all = safe(all)
	return func(line string) bool {
		return slices.ContainsFunc(all, func(said string) bool { return strings.Contains(line, said) })
	}
}

// Says reports whether a line describes what just happened.
func (n *Notice) Says() bool { return len(n.last) > 0 }

// Warns reports whether warnings are shown.
func (n *Notice) Warns() bool { return len(n.shown()) > 0 }

// Lines are the lines to draw.
func (n *Notice) Lines() []string { return slices.Concat(n.last, n.shown()) }

// safe makes lines harmless: a notice quotes servers, files and paths.
func safe(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = text.SanitizeLine(text.Shortened(l))
	}
	return out
}
