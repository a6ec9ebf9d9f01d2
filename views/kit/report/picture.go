package report

import (
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/views/kit/text"
)

// tallest is how many things of a step are drawn; the rest are counted.
const tallest = 8

// column is a step of a flow as it is drawn from left to right.
type column struct {
	title string
	lines []string
	from  int // the line from which the way continues: the last of things that come after one another
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

func (p Pen) columns(f report.Flow, names int, outcomes bool) []column {
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
			if outcomes && n.Outcome.Text != "" {
				line += " " + p.Span(n.Outcome)
			}
			c.lines = append(c.lines, line)
		}
		if more := len(s.Nodes) - len(shown); more > 0 {
			c.lines = append(c.lines, p.Styles.Dim.Render("… "+figures.Thousands(more)+" more"))
		}
		if s.InTurn {
			c.from = max(len(c.lines)-1, 0)
		}
		list = append(list, c)
	}
	return list
}

const arrowCells = 4

// arrow leads from one step to the next.
func arrow(p Pen) string { return p.Styles.Dim.Render(" ─▶ ") }

// led returns a line of a column and that part of the arrow to the next one which is in it: from any but
// the first line the arrow leads up to that.
func (p Pen) led(c column, line, wide int) string {
	cell := c.line(line)
	switch gap := max(wide-text.Width(cell), 0); {
	case line == 0 && c.from == 0:
		return text.Fit(cell, wide, "") + arrow(p)
	case line == 0:
		return text.Fit(cell, wide, "") + p.Styles.Dim.Render(" ╭▶ ")
	case line == c.from:
		return cell + p.Styles.Dim.Render(" "+strings.Repeat("─", gap)+"╯  ")
	case line < c.from:
		return text.Fit(cell, wide, "") + p.Styles.Dim.Render(" │  ")
	}
	return text.Fit(cell, wide+arrowCells, "")
}

func (c column) line(at int) string {
	if at < len(c.lines) {
		return c.lines[at]
	}
	return ""
}

// joined puts columns side by side with arrows between them.
func (p Pen) joined(columns []column) (lines []string, fits bool) {
	height, width, last := 1, 0, len(columns)-1
	for _, c := range columns {
		height = max(height, len(c.lines)+1)
	}
	lines = make([]string, height)
	for i, c := range columns {
		wide := text.Width(c.title)
		for _, l := range c.lines {
			wide = max(wide, text.Width(l))
		}
		title := p.Styles.Dim.Render(c.title)
		width += wide
		if i == last {
			lines[0] += text.Fit(title, wide, "")
			for at := range height - 1 {
				lines[at+1] += text.Fit(c.line(at), wide, "")
			}
			break
		}
		width += arrowCells
		lines[0] += text.Fit(title, wide+arrowCells, "")
		for at := range height - 1 {
			lines[at+1] += p.led(c, at, wide)
		}
	}
	return lines, width < p.Width
}
