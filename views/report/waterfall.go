package report

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/report"
	"gatehouse/state/waterfall"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// leastBar and mostBar bound the bars of a waterfall, in cells.
const (
	leastBar = 12
	mostBar  = 64
)

// waterfall draws the exchanges of a run: a bar on one axis of time, and what is told of each.
func (p Pen) waterfall(w report.Waterfall) []string {
	table := w.Table()
	width := p.Width
	if width == endless {
		width = 2 * unbounded
	}
	bar := min(max(width/3, leastBar), mostBar)
	axis := waterfall.NewAxis(w.Rows, bar)
	inner := p
	inner.Width = width - bar - 2
	if _, fits := inner.widths(table); !fits { // what can be left out
		table = without(table, "tools before")
	}
	if _, fits := inner.widths(table); !fits {
		table = without(table, "at")
	}
	lines := []string{WaterfallLegend(p.Styles)}
	drawn := inner.table(table)
	if len(drawn) != len(w.Rows)+1 { // a row took several lines
		table = without(table, "tokens")
		drawn = inner.table(table)
	}
	for i, line := range drawn {
		cell := strings.Repeat(" ", bar)
		if i > 0 && i <= len(w.Rows) {
			cell = WaterfallBar(p.Styles, axis, &w.Rows[i-1], bar)
		}
		lines = append(lines, text.Truncate(cell+"  "+line, width, "…"))
	}
	return lines
}

// without is a table without a column.
func without(t report.Table, title string) report.Table {
	out := report.Table{}
	at := -1
	for i, c := range t.Columns {
		if c.Title == title {
			at = i
			continue
		}
		out.Columns = append(out.Columns, c)
	}
	for _, r := range t.Rows {
		cells := []report.Span{}
		for i, c := range r.Cells {
			if i != at {
				cells = append(cells, c)
			}
		}
		r.Cells = cells
		out.Rows = append(out.Rows, r)
	}
	return out
}

// partLook is how a part of a run's time is drawn: it is told without its colour too.
func partLook(s *themes.Styles, p waterfall.Part) (glyph string, style lipgloss.Style) {
	switch p {
	case waterfall.Tool:
		return "─", s.Tool
	case waterfall.Wait:
		return "▒", s.Dim
	case waterfall.Reason:
		return "▓", s.Reasoning
	case waterfall.Silent:
		return "·", s.Faint
	}
	return "█", s.Model
}

// WaterfallBar draws the time of an exchange on so many cells of the axis of its run.
func WaterfallBar(s *themes.Styles, axis waterfall.Axis, r *waterfall.Row, cells int) string {
	line, breaks := make([]string, cells), axis.Breaks()
	for i := range line {
		line[i] = " "
	}
	for _, at := range breaks {
		line[at] = s.Faint.Render("│")
	}
	parts, from := axis.Line(r)
	for i, part := range parts {
		glyph, style := partLook(s, part)
		line[from+i] = style.Render(glyph)
	}
	return strings.Join(line, "")
}

// WaterfallLegend says what the signs of the bars mean, on one line.
func WaterfallLegend(s *themes.Styles) string {
	var parts []string
	for _, p := range []waterfall.Part{waterfall.Tool, waterfall.Wait, waterfall.Reason, waterfall.Answer} {
		glyph, style := partLook(s, p)
		parts = append(parts, style.Render(glyph)+" "+s.Dim.Render(p.String()))
	}
	return strings.Join(append(parts, s.Faint.Render("│")+" "+s.Dim.Render("time cut out")), "  ")
}
