package report

import (
	"math"
	"strings"

	"gatehouse/state/report"
	"gatehouse/views/kit/text"
)

// Sizes of the picture of points, in cells.
const (
	scatterRows  = 8 // of a picture of usual width; a wider one has a row more for each rowFor columns
	usualScatter = 60
	rowFor       = 12
	maxScatter   = 108
	minScatter   = 16
)

// scatter draws points between two axes: those on the frontier strong and after a dot,
// the others dim. Points of one cell are next to each other if the width allows it, from the left.
func (p Pen) scatter(s report.Scatter) []string {
	if len(s.Points) == 0 {
		return nil
	}
	low, high := bounds(s.Points, func(q report.Point) float64 { return q.Up })
	left, right := bounds(s.Points, func(q report.Point) float64 { return q.Across })
	top, bottom := s.WriteUp(high), s.WriteUp(low)
	label := max(text.Width(top), text.Width(bottom))
	width := min(p.Width-label-2, maxScatter)
	if p.Width == endless {
		width = usualScatter
	}
	if width < minScatter {
		return nil // the figures are below
	}
	height := scatterRows + max(width-usualScatter, 0)/rowFor
	const cells = 2 // of a point
	rows := make([][]string, height)
	for y := range rows {
		rows[y] = make([]string, width/cells)
	}
	for _, q := range s.Points {
		x, y := place(q.Across, left, right, len(rows[0])), height-1-place(q.Up, low, high, height)
		for x < len(rows[y])-1 && rows[y][x] != "" {
			x++
		}
		drawn := p.Styles.Dim.Render("·" + q.Mark)
		if q.Frontier {
			drawn = p.Styles.Good.Render("●" + q.Mark)
		}
		rows[y][x] = drawn
	}
	var out []string
	for y, row := range rows {
		at := ""
		switch {
		case top == bottom:
			if y == height-1-height/2 { // where place puts them
				at = top
			}
		case y == 0:
			at = top
		case y == height-1:
			at = bottom
		}
		line := p.Styles.Dim.Render(strings.Repeat(" ", label-text.Width(at)) + at + " │")
		for _, cell := range row {
			if cell == "" {
				cell = "  "
			}
			line += cell
		}
		out = append(out, line)
	}
	from, to := s.Write(left), s.Write(right)
	if from == to {
		to = ""
	}
	gap := max(width-text.Width(from)-text.Width(to), 1)
	return append(out,
		p.Styles.Dim.Render(strings.Repeat(" ", label+1)+"└"+strings.Repeat("─", width)),
		p.Styles.Dim.Render(strings.Repeat(" ", label+2)+from+strings.Repeat(" ", gap)+to),
		p.Styles.Dim.Render(text.Truncate(strings.Repeat(" ", label+2)+"up: "+s.Up+", across: "+s.Across, p.Width, "…")))
}

// bounds returns the least and the largest of some values.
func bounds(points []report.Point, of func(report.Point) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, q := range points {
		low, high = min(low, of(q)), max(high, of(q))
	}
	return low, high
}

// place returns the cell of a value on an axis of cells; the middle if all values are alike.
func place(v, low, high float64, cells int) int {
	if high <= low {
		return cells / 2
	}
	return min(int((v-low)/(high-low)*float64(cells)), cells-1)
}
