package picker

import (
	"strings"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// choices are lists to choose from; the rows are those of one.
type choices struct {
	names  []string
	chosen int
	rows   func(choice int) []Item // nil: there is no choice
	word   string                  // what the key does, in the footer
}

// SetChoices makes the rows those of one of several choices, at first the first. A key,
// named by a word in the footer, goes from one to the next.
func (m *Model) SetChoices(word string, names []string, rows func(choice int) []Item) {
	m.choices = choices{rows: rows, word: word, chosen: m.choices.chosen}
	for _, name := range names {
		m.choices.names = append(m.choices.names, text.SanitizeLine(name))
	}
	m.SetItems(rows(m.choices.chosen))
}

func (m *Model) switchChoice() views.Answer {
	if m.choices.rows == nil {
		return views.Answer{}
	}
	m.choices.chosen = (m.choices.chosen + 1) % len(m.choices.names)
	m.SetItems(m.choices.rows(m.choices.chosen))
	return views.Answer{Used: true}
}

// drawChoices draws the choices in a line of some cells.
func (m *Model) drawChoices(width int) string {
	drawn := make([]string, len(m.choices.names))
	for i, name := range m.choices.names {
		drawn[i] = m.styles.Dim.Render("○ " + name)
		if i == m.choices.chosen {
			drawn[i] = m.styles.Accent.Render("● " + name)
		}
	}
	return text.Truncate(strings.Join(drawn, "   "), max(width, 0), "…")
}
