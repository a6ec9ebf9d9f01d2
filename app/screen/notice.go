package screen

import (
	"slices"
	"strings"

	"gatehouse/views/text"
)

// Notice is the text above the footer: the line that says what just happened,
// which goes with the next key, and below it the warnings, which stay until
// esc closes them or the next text is sent.
type Notice struct {
	last, warnings []string
	covered        []string // warnings that say one of these are not shown
}

// Say replaces the lines that say what just happened.
func (n *Notice) Say(lines ...string) { n.last = safe(lines) }

// Retract removes the lines of what just happened that say something, and reports whether
// there were any.
func (n *Notice) Retract(said string) bool {
	had := len(n.last)
	n.last = slices.DeleteFunc(n.last, func(line string) bool { return strings.Contains(line, said) })
	return len(n.last) < had
}

// Warn adds warnings to those there are.
func (n *Notice) Warn(lines ...string) { n.warnings = append(n.warnings, safe(lines)...) }

// Clear removes the last line, with all also the warnings, and reports whether
// there was anything to remove.
func (n *Notice) Clear(all bool) bool {
	if shown := n.shown(); all && len(shown) > 0 {
		n.last = nil
		n.warnings = slices.DeleteFunc(n.warnings, func(line string) bool { return slices.Contains(shown, line) })
		return true
	}
	had := len(n.last) > 0
	n.last = nil
	return had
}

// Unwarn removes the warnings that say one of some things, and reports whether there were any.
func (n *Notice) Unwarn(said ...string) bool {
	said, had := safe(said), len(n.warnings)
	n.warnings = slices.DeleteFunc(n.warnings, func(line string) bool { return says(line, said) })
	return len(n.warnings) < had
}

// Cover hides the warnings that say one of some things, until it is called with others, and
// reports whether that changed what is shown.
func (n *Notice) Cover(said ...string) bool {
	before := len(n.shown())
	n.covered = safe(said)
	return len(n.shown()) != before
}

// shown are the warnings that are not hidden.
func (n *Notice) shown() []string {
	return slices.DeleteFunc(slices.Clone(n.warnings), func(line string) bool { return says(line, n.covered) })
}

// says reports whether a line says one of some things.
func says(line string, all []string) bool {
	return slices.ContainsFunc(all, func(said string) bool { return strings.Contains(line, said) })
}

// Says reports whether a line says what just happened.
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
