package report

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// minBar and maxBar bound the bars of a waterfall, in cells.
const (
	minBar = 12
	maxBar = 64
)

// waterfall draws the exchanges of a run: a bar on one axis of time, and the figures of each.
func (p Pen) waterfall(w report.Waterfall) []string {
	g := p.WaterfallGrid(w)
	lines := []string{g.legend(), g.Head()}
	for i := range w.Rows {
		lines = append(lines, g.Row(i))
	}
	return lines
}

// Bars is the table of a run's exchanges with their bars, whose rows are drawn one at a time.
type Bars struct {
	grid Grid
	axis waterfall.Axis
	of   []waterfall.Row
	wide int // of the bars
}

// WaterfallGrid lays the exchanges of a run out.
func (p Pen) WaterfallGrid(w report.Waterfall) Bars {
	b := Bars{of: w.Rows}
	width, bounded := p.Width, p.bounded()
	if !bounded {
		width = 2 * unboundedWidth
	}
	table := w.Table()
	b.wide = min(max(width/3, minBar), maxBar)
	grid := Grid{table: table, widths: p.naturalWidths(table)}
	grid.drop(report.SpareLast + 1)
	if lacks := grid.minWidth() - (width - b.wide - between); lacks > 0 {
		b.wide = max(b.wide-lacks, minBar)
	}
	b.axis = waterfall.NewAxis(w.Rows, b.wide)
	if bounded {
		p.Width = max(width-b.wide-between, 1)
	}
	b.grid = p.Grid(table)
	return b
}

// Head is the line with the titles of the columns.
func (b Bars) Head() string { return strings.Repeat(" ", b.wide+between) + b.grid.Head() }

// LegendAndHead is a line that explains the signs of the bars, and, if both fit, has the titles of the
// columns above them.
func (b Bars) LegendAndHead() string {
	legend := b.legend()
	if text.Width(legend) > b.wide {
		return legend
	}
	return text.Fit(legend, b.wide+between, "") + b.grid.Head()
}

// Row is the line of an exchange: its time on the axis of the run, and its figures.
func (b Bars) Row(i int) string {
	s, line := b.grid.pen.Styles, make([]string, b.wide)
	for i := range line {
		line[i] = " "
	}
	for _, at := range b.axis.Breaks() {
		line[at] = s.Faint.Render("│")
	}
	parts, from := b.axis.Line(&b.of[i])
	for i, part := range parts {
		glyph, style := partLook(s, part)
		line[from+i] = style.Render(glyph)
	}
	return strings.Join(line, "") + strings.Repeat(" ", between) + b.grid.Row(i)
}

// partLook returns how a part of a run's time is drawn: the parts differ without colour too.
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

func (b Bars) legend() string {
	var parts []string
	s := b.grid.pen.Styles
	for _, p := range []waterfall.Part{waterfall.Tool, waterfall.Wait, waterfall.Reason, waterfall.Answer} {
		glyph, style := partLook(s, p)
		parts = append(parts, style.Render(glyph)+" "+s.Dim.Render(p.String()))
	}
	if len(b.axis.Breaks()) > 0 {
		parts = append(parts, s.Faint.Render("│")+" "+s.Dim.Render("time cut out"))
	}
	return strings.Join(parts, "  ")
}
