package app

import (
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
)

// beyond says where the page goes on that the inspector shows; empty for one that
// is in view as a whole.
func (m *Model) beyond() string {
	page, ok := m.pane(m.focus()).(views.Reader)
	if !ok || m.screens.shown != inspectScreen {
		return ""
	}
	switch above, below := page.Beyond(); {
	case above && below:
		return " ↑ ↓ more "
	case above:
		return " ↑ more "
	case below:
		return " ↓ more "
	}
	return ""
}

// footRule is the rule above the footer, with words at its end.
func (m *Model) footRule(words string) string {
	r, style := m.layout.FootRule, m.styles.Rule
	line, end := rule(m.layout, r, '┴'), r.W-ansi.StringWidth(words)-2
	if words == "" || end < 0 {
		return style.Render(line)
	}
	return style.Render(ansi.Cut(line, 0, end)) + m.styles.Dim.Render(words) + style.Render(ansi.Cut(line, r.W-2, r.W))
}
