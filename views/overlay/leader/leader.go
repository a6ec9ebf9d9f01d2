// Package leader is the hint over the screen after the leader key: what the next key does.
package leader

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Row is a key that may follow, and what it does.
type Row struct {
	Key    string
	Words  string
	Action views.Action
}

// Model is the hint. The program takes the key that follows; a click takes its row.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	rows   []Row
	cell   int // cells of a row
	views.Box
}

const gap = 3 // cells between two columns

// New makes the hint.
func New(styles *themes.Styles, keys *views.Keys, rows []Row) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Overlay), rows: rows}
	for _, r := range rows {
		m.cell = max(m.cell, text.Width(r.Key)+1+text.Width(r.Words))
	}
	return m
}

// PreferredSize returns the size of a hint in at most four columns.
func (m *Model) PreferredSize() (width, height int) {
	columns := min(4, max(1, (76+gap)/(m.cell+gap)))
	lines := (len(m.rows) + columns - 1) / columns
	return columns*(m.cell+gap) - gap, max(lines, 1)
}

func (m *Model) ShortHelp() []key.Binding { return m.keys.Renamed(views.ActListClose, "cancel") }

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok && click.X >= 0 && click.Y >= 0 && click.Y < m.Height {
		if i := click.X/(m.cell+gap)*m.lines() + click.Y; click.Y < m.lines() && i < len(m.rows) {
			return views.Ask(views.RunAction{Action: m.rows[i].Action})
		}
	}
	return views.Answer{}
}

// lines returns how many rows a column has.
func (m *Model) lines() int {
	columns := max(1, (m.Width+gap)/(m.cell+gap))
	return max(1, (len(m.rows)+columns-1)/columns)
}

func (m *Model) View() string {
	out := make([]string, m.Height)
	lines := m.lines()
	for i, r := range m.rows {
		y := i % lines
		if y >= m.Height {
			continue
		}
		if i >= lines {
			out[y] += strings.Repeat(" ", gap)
		}
		drawn := m.styles.Key.Render(r.Key) + " " + m.styles.Text.Render(r.Words)
		out[y] += drawn + strings.Repeat(" ", max(m.cell-text.Width(drawn), 0))
	}
	return text.Rect(out, m.Width, m.Height)
}
