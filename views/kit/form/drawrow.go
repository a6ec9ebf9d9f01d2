package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"gatehouse/state/report"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// columns returns the cell at which controls begin, and their width; below means that a control is
// drawn under its name.
func (m *Model) columns() (x, width int, below bool) {
	if m.width < narrowest {
		x = min(gutter+2, m.width/3)
		return x, max(m.width-x-1, 1), true
	}
	x = min(m.nameWidth+gutter+2, max(m.width-toggleWidth, m.width/2, gutter+8))
	return x, max(m.width-x-1, 1), false
}

// lines returns a row as it is drawn in this frame, of a tall form with the help below the selected one.
func (m *Model) lines(i int) drawn {
	d, ok := m.cache.rows[i]
	if !ok {
		if d = m.drawRow(i); i == m.selected && m.height >= tall {
			for _, line := range m.helpLines(3, m.width-2*gutter) {
				d.lines = append(d.lines, strings.Repeat(" ", gutter)+line)
			}
		}
		m.cache.rows[i] = d
	}
	return d
}

// drawRow draws a row: its name, its value or the text being typed, and the findings.
func (m *Model) drawRow(i int) drawn {
	r := m.rows[i]
	x, width, below := m.columns()
	if below {
		deeper := max(min(2*r.depth, width-12), 0)
		x, width = x+deeper, width-deeper
	}
	typing := m.typed != nil && i == m.selected
	var control []string
	var cursor *tea.Cursor
	if typing {
		control, cursor = m.drawTyping(width)
	} else {
		control = m.control(r, width, i == m.selected)
	}
	first := m.name(r, i == m.selected, x, below)
	indent := strings.Repeat(" ", x)
	var out []string
	if below && r.label != "" {
		out = append(out, first)
		first = indent
	}
	for n, line := range control {
		lead := indent
		if n == 0 {
			lead = first
		}
		out = append(out, lead+line)
	}
	if cursor != nil {
		cursor.X += x
		cursor.Y += len(out) - len(control)
	}
	if !typing {
		line := &out[len(out)-len(control)]
		*line = m.withRight(*line, m.right(r))
	}
	for _, f := range r.findings[:min(len(r.findings), maxFound)] {
		out = append(out, m.finding(f, width, indent)...)
	}
	return drawn{out, cursor}
}

// withRight puts words at the right end of a line if they fit: all of them, or those
// before their comma.
func (m *Model) withRight(line, right string) string {
	short, _, _ := strings.Cut(right, ",")
	for _, words := range []string{right, short} {
		if joined, ok := text.Ends(line, m.styles.Dim.Render(words), m.width-1, 2); ok && words != "" {
			return joined
		}
	}
	return line
}

// name draws the left column of a row: whether it is selected and set, and its
// name.
func (m *Model) name(r *row, selected bool, x int, below bool) string {
	mark := " "
	if r.isSet() {
		mark = m.styles.Accent.Render("•")
	}
	arrow, style := " ", m.styles.Dim
	switch {
	case selected && m.focus:
		arrow, style = m.styles.Accent.Render("▸"), m.styles.Selection
	case selected:
		arrow, style = m.styles.Dim.Render("▸"), m.styles.Text
	case m.inert(r) != "":
		style = m.styles.Faint
	case r.isSet() || r.kind == rowHead && r.in != nil:
		style = m.styles.Text
	}
	width := x - gutter - 1
	if below {
		width = m.width - gutter - 1
	}
	indent := min(2*r.depth, max(width-4, 0))
	label := cut(r.label, width-indent)
	lead := arrow + mark + " " + strings.Repeat(" ", indent)
	if label != "" {
		lead += style.Render(label)
	}
	if below && r.label != "" {
		return lead
	}
	return lead + strings.Repeat(" ", max(x-gutter-indent-text.Width(label), 0))
}

// isSet reports whether the row's field is in the document. Elements are not
// marked: they are there or are no row.
func (r *row) isSet() bool {
	switch {
	case r.kind == rowExtra:
		return false
	case r.kind == rowAdd:
		return r.label != "" && r.value != nil
	case r.in != nil:
		return r.label != ""
	}
	return r.value != nil
}

// inert returns why a row has no effect; empty if it has.
func (m *Model) inert(r *row) string {
	if r.what == nil || r.what.Inert == nil || r.kind == rowExtra {
		return ""
	}
	if r.why == nil {
		why := r.what.Inert(m.doc, r.object)
		r.why = &why
	}
	return *r.why
}

// finding draws what a check has found, sign first.
func (m *Model) finding(f report.Finding, width int, indent string) []string {
	look := reports.Pen{Styles: m.styles}.Role(f.Level.Role())
	return messageLines(look, f.Mark()+" ", f.Message, width, indent)
}

// messageLines wraps words after a sign to at most maxFound lines.
func messageLines(style lipgloss.Style, sign, words string, width int, indent string) []string {
	lines := few(wrapped(words, max(width-2, 1)), maxFound, width-2)
	for i, line := range lines {
		lead := "  "
		if i == 0 {
			lead = sign
		}
		lines[i] = indent + style.Render(lead+line)
	}
	return lines
}

// few returns the first lines, with a mark if there were more.
func few(lines []string, maxLines, width int) []string {
	if len(lines) <= maxLines {
		return lines
	}
	lines = lines[:maxLines]
	lines[maxLines-1] = text.Truncate(lines[maxLines-1], max(width-2, 0), "") + " …"
	return lines
}

// cut makes words safe and as short as width cells.
func cut(words string, width int) string {
	return text.Truncate(text.SanitizeLine(words), max(width, 0), "…")
}

// wrapped makes words safe and breaks them into lines of width cells.
func wrapped(words string, width int) []string {
	return text.Rows(text.SanitizeLine(words), max(width, 1))
}
