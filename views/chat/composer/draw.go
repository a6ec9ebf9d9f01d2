package composer

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views/kit/text"
)

func (m *Model) View() string { return m.view.Get([2]int{m.version, m.styles.Version}, m.draw) }

func (m *Model) draw() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	var out []string
	if m.note != "" {
		out = append(out, m.styles.Accent.Render(text.Fit("   "+m.note, m.width, "…")))
	}
	if len(m.chips) > 0 {
		out = append(out, m.chipLine())
	}
	out = append(out, m.listLines()...)
	out = out[:min(len(out), m.shownAbove())]
	rows := m.buf.Draw(m.styles, m.top, m.height-len(out), m.width-promptWidth)
	for i, row := range rows {
		out = append(out, m.drawRow(row, m.top+i == 0))
	}
	return text.Rect(out, m.width, m.height)
}

func (m *Model) drawRow(row string, first bool) string {
	if m.width < promptWidth {
		return strings.Repeat(" ", m.width)
	}
	prompt := "   "
	if first {
		style := m.styles.Dim
		if m.focus {
			style = m.styles.Accent
		}
		prompt = " " + style.Render("❯") + " "
	}
	if first && m.Empty() {
		return prompt + m.styles.Faint.Render(text.Fit(m.hint, m.width-promptWidth, "…"))
	}
	return prompt + row
}

func (m *Model) Cursor() *tea.Cursor {
	if !m.focus || m.width <= promptWidth || m.height <= 0 {
		return nil
	}
	row, col := m.buf.Cursor()
	y := row - m.top + m.shownAbove()
	if y < 0 || y >= m.height {
		return nil
	}
	return tea.NewCursor(min(promptWidth+col, m.width-1), y)
}
