package body

import (
	"strings"

	"charm.land/lipgloss/v2"
)

const reset = "\x1b[m"

// pen is a style as the bytes that switch it on, so that drawing a word costs
// a copy. An empty pen draws plain.
type pen string

// penOf takes the bytes out of a style.
func penOf(s lipgloss.Style) pen {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return pen(on)
}

// draw returns text, which has to be safe already, in the pen's style.
func (p pen) draw(text string) string {
	if p == "" || text == "" {
		return text
	}
	return string(p) + text + reset
}
