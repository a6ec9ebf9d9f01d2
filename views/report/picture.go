package report

import (
	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views/text"
)

// tallest is how many things of a step are drawn; the rest are counted.
const tallest = 8

// column is a step of a flow as it is drawn from left to right.
type column struct {
	title string
	lines []string
}

// picture draws a flow from left to right: with as much of the names, and of what was done,
// as there is room for. fits is false where there is not enough for the least.
func (p Pen) picture(f report.Flow) (lines []string, fits bool) {
	const longest = 2 // that names have
	for names := longest; names >= 0; names-- {
		if lines, fits = p.joined(p.columns(f, names, true)); fits {
			return lines, true
		}
	}
	return p.joined(p.columns(f, 0, false))
}

// columns draws the steps with names of this length.
func (p Pen) columns(f report.Flow, names int, beside bool) []column {
	var list []column
	for _, s := range f.Steps {
		shown := s.Nodes
		if len(shown) > tallest {
			shown = shown[:tallest-1]
		}
		c := column{title: s.Label}
		for _, n := range shown {
			line := p.Span(report.Span{Text: n.Names[min(names, len(n.Names)-1)], Role: n.Role})
			if n.Sign.Text != "" {
				line = p.Span(n.Sign) + " " + line
			}
			if n.Did.Text != "" {
				line += " " + p.Span(n.Did)
			}
			if beside && n.Beside.Text != "" {
				line += " " + p.Span(n.Beside)
			}
			c.lines = append(c.lines, line)
		}
		if more := len(s.Nodes) - len(shown); more > 0 {
			c.lines = append(c.lines, p.Styles.Dim.Render("… "+figures.Thousands(more)+" more"))
		}
		list = append(list, c)
	}
	return list
}

// arrow leads from one step to the next.
func arrow(p Pen) string { return p.Styles.Dim.Render(" ─▶ ") }

// joined puts columns side by side with arrows between them.
func (p Pen) joined(columns []column) (lines []string, fits bool) {
	height, width := 1, 4*(len(columns)-1)
	for _, c := range columns {
		height = max(height, len(c.lines)+1)
	}
	lines = make([]string, height)
	for i, c := range columns {
		wide := text.Width(c.title)
		for _, l := range c.lines {
			wide = max(wide, text.Width(l))
		}
		width += wide
		for row := range lines {
			switch {
			case i > 0 && row == 1:
				lines[row] += arrow(p)
			case i > 0:
				lines[row] += "    "
			}
			cell := ""
			switch {
			case row == 0:
				cell = p.Styles.Dim.Render(c.title)
			case row-1 < len(c.lines):
				cell = c.lines[row-1]
			}
			lines[row] += text.Fit(cell, wide, "")
		}
	}
	return lines, width < p.Width
}
