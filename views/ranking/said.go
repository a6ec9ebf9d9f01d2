package ranking

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/explain"
	"gatehouse/views"
	"gatehouse/views/text"
)

// said are the words that stand in the columns, wrapped, by column and line of
// the window: why there is no order, from the first line; what is odd about one,
// below the documents, where there is room.
func (m *Model) said(g measure, rows int) map[int][]string {
	out := map[int][]string{}
	for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
		col := &m.columns[c]
		style := m.styles.Dim
		var words string
		switch {
		case col.Ranked:
			out[c] = m.odd(g, col, rows)
			continue
		case col.Failure != "":
			words, style = explain.Sign(col.Verdict)+" "+col.Failure, views.VerdictStyle(m.styles, col.Verdict)
		case col.Asked != nil:
			words = "running; in this column " + m.keys.Name(views.ActRankStop) + " stops it"
		default:
			words = m.keys.Name(views.ActSendNow) + " runs it"
		}
		out[c] = m.wrapped(words, g.cell, m.rows(), style)
	}
	return out
}

// odd is what is odd about an answer, below as many rows and an empty one.
func (m *Model) odd(g measure, col *column, rows int) []string {
	if len(col.Notes) == 0 {
		return nil
	}
	lines := make([]string, rows+1)
	for i, words := range col.Notes {
		room := m.rows() - len(lines)
		lines = append(lines, m.wrapped("⚠ "+words, g.cell, room, m.styles.Warn)...)
		if last := len(lines) - 1; len(lines) >= m.rows() && i < len(col.Notes)-1 && room > 0 {
			lines[last] = text.Truncate(lines[last], max(g.cell-1, 0), "") + m.styles.Warn.Render("…")
			break
		}
	}
	return lines
}

// wrapped are words in so many cells and lines; where they go on, the last line
// ends in an ellipsis.
func (m *Model) wrapped(words string, width, most int, style lipgloss.Style) []string {
	if most <= 0 {
		return nil
	}
	const longest = 2000 // bytes
	lines := text.Rows(text.ClipLine(words, longest), max(width, 1))
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = text.Truncate(lines[most-1], max(width-1, 0), "") + "…"
	}
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// below are the lines under the documents: what the columns say goes on there.
func (m *Model) below(g measure, rows int, said map[int][]string) (out []string) {
	last := 0
	for _, lines := range said {
		last = max(last, len(lines))
	}
	for i := rows; i < min(last, m.rows()); i++ {
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", g.input))
		for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
			line := ""
			if i < len(said[c]) {
				line = said[c][i]
			}
			b.WriteString(strings.Repeat(" ", g.gutter) + fit(line, g.cell))
		}
		out = append(out, b.String())
	}
	return out
}
