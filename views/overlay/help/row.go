package help

import (
	"strings"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// minWords is the least width of the words of an action next to its name in config.toml.
const minWords = 20

// row draws one action, and at the right of its first line, quiet, its name in config.toml: so
// the search finds that name too. What is too long for a line continues in the next. If it is too
// narrow for both, the name is below the words.
func (m *Model) row(c views.Command, column int) []string {
	keys := m.keyRows(c, column)
	width, name := max(m.Width-column-4, 8), string(c.Action)
	wordsWidth, at := width-text.Width(name)-2, 0
	if wordsWidth < minWords {
		wordsWidth = width
	}
	words := text.Rows(c.Help, wordsWidth)
	if wordsWidth == width {
		words = append(words, "")
		at = len(words) - 1
	}
	out := make([]string, 0, 2)
	for i := range max(len(keys), len(words)) {
		k, w := "", ""
		if i < len(keys) {
			k = strings.TrimSpace(keys[i])
		}
		if i < len(words) {
			w = words[i]
		}
		gap := strings.Repeat(" ", max(column-text.Width(k), 0)+2)
		line := "  " + m.styles.Key.Render(k) + gap + m.styles.Text.Render(w)
		if i == at {
			line += strings.Repeat(" ", max(width-text.Width(w)-text.Width(name), 0)) + m.styles.Faint.Render(text.Truncate(name, width, "…"))
		}
		out = append(out, line)
	}
	return out
}

// keyNames names the keys of an action, and after a letter with alt its keys through the leader.
// Letters that are text in the user's pane are in parentheses.
func (m *Model) keyNames(c views.Command) (names []string) {
	if len(c.Keys) == 0 {
		return []string{"unbound"}
	}
	for _, k := range c.Keys {
		name := views.KeyName(k)
		if c.Scope == views.Global && m.paneScope() == views.Composer && views.IsLetter(k) {
			name = "(" + k + ")"
		}
		names = append(names, name)
		if after, ok := views.AfterLeader(k); ok && views.IsLetter(after) {
			if by := m.keys.ByLeader(k); by != "" {
				names = append(names, by)
			}
		}
	}
	return names
}

// keyRows returns the keys of an action in rows of a width; a name that fits in a row is not cut.
func (m *Model) keyRows(c views.Command, width int) (rows []string) {
	row := ""
	for i, name := range m.keyNames(c) {
		if i > 0 {
			row += ","
		}
		if i > 0 && text.Width(row)+1+text.Width(name)+1 > width {
			rows, row = append(rows, row), name
		} else {
			row = strings.TrimSpace(row + " " + name)
		}
	}
	return append(rows, text.Rows(row, width)...)
}
