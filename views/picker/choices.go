package picker

import (
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/text"
)

// choices are two ways to read a list, of which one is chosen.
type choices struct {
	names  [2]string
	second bool
	rows   func(second bool) []Item // nil: there is no choice
}

// SetChoices makes the rows those of one of two choices, at first the first. A key
// switches between them.
func (m *Model) SetChoices(first, second string, rows func(second bool) []Item) {
	m.choices = choices{names: [2]string{text.SanitizeLine(first), text.SanitizeLine(second)}, rows: rows}
	m.SetItems(rows(false))
}

func (m *Model) switchChoice() {
	if m.choices.rows == nil {
		return
	}
	m.choices.second = !m.choices.second
	m.SetItems(m.choices.rows(m.choices.second))
}

// file answers with the intent that makes a file of the selected row.
func (m *Model) file() views.Intent {
	if row, ok := m.current(); ok && row.File != nil {
		return row.File()
	}
	return nil
}

// drawChoices draws the choices in a line of some cells; nothing where there are none, or
// where they do not fit.
func (m *Model) drawChoices(width int) string {
	if m.choices.rows == nil {
		return ""
	}
	line := ""
	for i, name := range m.choices.names {
		if (i == 1) == m.choices.second {
			line += m.styles.Accent.Render("● " + name)
		} else {
			line += m.styles.Dim.Render("○ " + name)
		}
		if i == 0 {
			line += "   "
		}
	}
	if ansi.StringWidth(line) > width {
		return ansi.Truncate(line, max(width, 0), "…")
	}
	return line
}
