package report

import (
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views/text"
)

// numbers draws figures side by side, on as many lines as they need, each behind its mark
// where there are marks.
func (p Pen) numbers(list report.Numbers, marks []string, gap int) []string {
	var lines []string
	line := ""
	for i, f := range list {
		drawn := p.Styles.Text.Render(text.SafeLine(f.Value))
		if f.Label != "" && !f.Bare {
			drawn = p.Styles.Dim.Render(f.Label+" ") + drawn
		}
		if marks != nil {
			drawn = marks[i] + " " + drawn
		}
		switch {
		case line == "":
			line = drawn
		case text.Width(line)+gap+text.Width(drawn) <= p.Width:
			line += strings.Repeat(" ", gap) + drawn
		default:
			lines, line = append(lines, line), drawn
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// between is the room between two columns of a table, in cells.
const between = 2

// table draws rows of cells below their titles. Where there is no room for all, the widest
// columns give way.
func (p Pen) table(t report.Table) []string {
	widths := make([]int, len(t.Columns))
	titled := false
	for i, c := range t.Columns {
		widths[i] = text.Width(c.Title)
		titled = titled || c.Title != ""
	}
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			widths[i] = max(widths[i], text.Width(text.SafeLine(c.Text)))
		}
	}
	sum := between * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	for ; sum > p.Width; sum-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= 4 {
			break
		}
		widths[widest]--
	}
	row := func(cell func(i int) string) string {
		var line strings.Builder
		for i, c := range t.Columns {
			drawn := text.Truncate(cell(i), widths[i], "…")
			gap := strings.Repeat(" ", widths[i]-text.Width(drawn))
			if c.Right {
				drawn = gap + drawn
			} else {
				drawn += gap
			}
			if i > 0 {
				line.WriteString(strings.Repeat(" ", between))
			}
			line.WriteString(drawn)
		}
		return strings.TrimRight(line.String(), " ")
	}
	var out []string
	if titled {
		out = append(out, row(func(i int) string { return p.Styles.Dim.Render(t.Columns[i].Title) }))
	}
	for _, r := range t.Rows {
		out = append(out, row(func(i int) string {
			if i < len(r.Cells) {
				return p.span(r.Cells[i])
			}
			return ""
		}))
		if r.Note != "" {
			out = append(out, p.Styles.Dim.Render("  └ "+text.SafeLine(r.Note)))
		}
	}
	return out
}

// timeline draws a bar, and what its parts are: in a table, or where there is little room in
// a line.
func (p Pen) timeline(t report.Timeline) []string {
	bar, scaled := p.bar(t.Times)
	lines := []string{bar}
	if !scaled {
		lines = append(lines, p.Styles.Dim.Render("not to scale"))
	}
	if p.Brief {
		parts, sums := t.Sums()
		var marks []string
		for _, part := range parts {
			glyph, style := p.look(part)
			marks = append(marks, style.Render(glyph))
		}
		return append(lines, p.numbers(sums, marks, 2)...)
	}
	inner := p
	inner.Width = max(p.Width-2, 1)
	for i, line := range inner.table(t.Table()) {
		mark := "  "
		if i > 0 {
			glyph, style := p.look(t.Segments[i-1].Part)
			mark = style.Render(glyph) + " "
		}
		lines = append(lines, mark+line)
	}
	return lines
}

// look is how a part of the time is drawn: it is told without its colour too.
func (p Pen) look(part figures.Part) (glyph string, style lipgloss.Style) {
	switch part {
	case figures.DNS, figures.Connect, figures.TLS:
		return "░", p.Styles.Tool
	case figures.Send:
		return "▚", p.Styles.User
	case figures.Wait:
		return "▒", p.Styles.Dim
	case figures.FirstToken:
		return "▓", p.Styles.Reasoning
	case figures.Idle:
		return "╌", p.Styles.Faint
	}
	return "█", p.Styles.Model
}

// unbounded is how wide a bar is where the lines have no end, in cells.
const unbounded = 80

// bar draws the segments in proportion; what took any time has a cell, as long as there are
// cells. It is to scale where none of them took less than half of its cell.
func (p Pen) bar(t figures.Times) (drawn string, scaled bool) {
	var b strings.Builder
	scaled = true
	width := p.Width
	if width == endless {
		width = unbounded
	}
	for i, n := range cells(t, width) {
		scaled = scaled && (n == 0 || 2*int64(width)*t.Segments[i].LenUS >= t.EndUS())
		glyph, style := p.look(t.Segments[i].Part)
		if n > 0 {
			b.WriteString(style.Render(strings.Repeat(glyph, n)))
		}
	}
	return b.String(), scaled
}

// cells shares width cells out among the segments.
func cells(t figures.Times, width int) []int {
	out := make([]int, len(t.Segments))
	var order []int // longest first
	for i, s := range t.Segments {
		if s.LenUS > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(t.Segments[b].LenUS-t.Segments[a].LenUS, -1), 1)) })
	order = order[:min(len(order), max(width, 0))]
	if len(order) == 0 {
		return out
	}
	sum := int64(0)
	for _, i := range order {
		sum += t.Segments[i].LenUS
	}
	left := width
	for _, i := range slices.Backward(order) { // the short ones first: each has its cell
		out[i] = max(int(math.Round(float64(width)*float64(t.Segments[i].LenUS)/float64(sum))), 1)
		left -= out[i]
	}
	for k := 0; left != 0; k = (k + 1) % len(order) { // the long ones bear what rounding made of it
		if i := order[k]; left > 0 {
			out[i]++
			left--
		} else if out[i] > 1 {
			out[i]--
			left++
		}
	}
	return out
}

// series draws numbers as a row of bars, the highest as high as there is room.
func (p Pen) series(s report.Series) string {
	const words, most = 28, 60 // about what stands before and behind the graph; and the graph
	levels := []rune("▁▂▃▄▅▆▇█")
	values := s.Values(max(min(p.Width-words, most), 1))
	peak := 0.0
	for _, v := range values {
		peak = max(peak, v)
	}
	var b strings.Builder
	for _, v := range values {
		at := 0
		if peak > 0 {
			at = int(v/peak*float64(len(levels)-1) + 1e-9) // what is as high as another is not drawn lower
		}
		b.WriteRune(levels[min(max(at, 0), len(levels)-1)])
	}
	return p.Styles.Dim.Render(s.Label+" ") + p.Styles.Model.Render(b.String()) + "  " + p.Styles.Text.Render(s.Said)
}
