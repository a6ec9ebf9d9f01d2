package app

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/text"
)

// markFocus makes the rule above the pane with the keys heavy, so that it is seen at a
// glance and without colours; one above its screen where the pane has none of its own.
// Under an overlay no pane has the keys.
func (m *Model) markFocus(lines []string) {
	if m.Overlays.Top() != nil {
		return
	}
	at := m.rect(m.Focus())
	if rule := m.layout.Rule; rule.Y == at.Y-1 && rule.X == at.X { // wider than the lines of text below it
		at.W = max(at.W, rule.W)
	}
	for _, y := range []int{at.Y - 1, at.Y, m.layout.TopRule.Y} {
		if y <= 0 || y >= len(lines) || at.H == 0 {
			continue
		}
		if marked, ok := m.heavy(lines[y], at); ok {
			lines[y] = marked
			return
		}
	}
}

// heavy is a line with the rule in the columns of a rectangle made heavy; ok is false where
// there is none. Words in the rule, which name the pane, are drawn as it is.
func (m *Model) heavy(line string, r views.Rect) (marked string, ok bool) {
	part := ansi.Strip(text.Cut(line, r.X, r.X+r.W))
	if !strings.HasPrefix(part, "──") && !strings.HasPrefix(part, "─ ") {
		return line, false
	}
	part = strings.ReplaceAll(part, "─", "━")
	return text.Cut(line, 0, r.X) + m.Styles.Accent.Render(part) + text.TruncateLeft(line, r.X+r.W, ""), true
}
