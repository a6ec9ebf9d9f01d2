package diff

import (
	"cmp"
	"strings"

	"gatehouse/state/answer/explain"
	"gatehouse/state/share/difference"
	"gatehouse/views/kit/text"
)

// figures makes the section of the figures: the label, A, B, and the difference.
func (m *Model) figures() section {
	s := section{title: "FIGURES"}
	var rows []difference.Figure
	for _, f := range difference.Figures(m.a.Exchange, m.b.Exchange) {
		if f.Unknown {
			s.about = "not known: not in " + cmp.Or(explain.Saved(m.a.Exchange), explain.Saved(m.b.Exchange))
		}
		f.A, f.B = text.SanitizeLine(f.A), text.SanitizeLine(f.B) // not truncated: they are compared
		if f.Known() && (!m.only || f.Differs()) {
			rows = append(rows, f)
		}
	}
	if len(rows) == 0 {
		s.setAbout("No differences.")
		return s
	}
	rows = append([]difference.Figure{{A: "A", B: "B", Apart: "B - A"}}, rows...)
	content := &lines{draw: func(i, width int) []string { return m.figure(rows[i], width) }}
	for _, f := range rows {
		content.text = append(content.text, strings.TrimRight(strings.Join([]string{f.Label, cmp.Or(f.A, "–"), cmp.Or(f.B, "–"), f.Apart}, "  "), " "))
	}
	s.content = content
	return s
}

func (m *Model) figure(f difference.Figure, width int) []string {
	const label, apart = 12, 18
	column := min(max((width-label-apart-4)/2, 6), 32)
	style := m.styles.Dim
	sign := "  "
	switch {
	case f.Label == "" || !f.Differs():
	case f.Near:
		sign = m.styles.Dim.Render("~") + " "
	default:
		style, sign = m.styles.Text, m.styles.Warn.Render("~")+" "
	}
	right := func(i int, lines []string) string {
		if i >= len(lines) {
			return strings.Repeat(" ", column)
		}
		return text.Right(style.Render(text.Truncate(lines[i], column, "…")), column)
	}
	a, b := wrapped(cmp.Or(f.A, "–"), column), wrapped(cmp.Or(f.B, "–"), column)
	out := make([]string, max(len(a), len(b)))
	for i := range out {
		before := strings.Repeat(" ", 2+label)
		if i == 0 {
			before = sign + m.styles.Dim.Render(text.Pad(f.Label, label))
		}
		line := before + right(i, a) + "  " + right(i, b)
		if i == 0 && f.Apart != "" {
			line += "   " + style.Render(f.Apart)
		}
		out[i] = text.Truncate(line, width, "")
	}
	return out
}
