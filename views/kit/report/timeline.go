package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
)

// timeline draws a bar and describes its parts: in a table, or with Brief in a line.
func (p Pen) timeline(t report.Timeline) []string {
	lines := []string{p.bar(t.Times)}
	if p.Brief {
		parts, sums := t.Sums()
		var marks []string
		for _, part := range parts {
			glyph, style := p.look(part)
			marks = append(marks, style.Render(glyph))
		}
		return append(lines, p.numbers(sums, marks, 2)...)
	}
	inner, table := p, t.Table()
	inner.Width = max(p.Width-2, 1)
	grid := inner.layOut(table, false)
	if grid.stacked {
		return append(lines, p.Blocks([]report.Block{table})...)
	}
	lines = append(lines, "  "+grid.Head())
	for i, s := range t.Segments {
		glyph, style := p.look(s.Part)
		lines = append(lines, style.Render(glyph)+" "+grid.Row(i))
	}
	return lines
}

// look returns how a part of the time is drawn: the parts differ without colour too.
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

// unboundedWidth is the width of a bar or plot if that of the lines is unlimited, in cells.
const unboundedWidth = 80

// barWidth returns the width of a bar across the lines, in cells.
func (p Pen) barWidth() int {
	if !p.bounded() {
		return unboundedWidth
	}
	return p.Width
}

// bar draws the segments in proportion to their lengths.
func (p Pen) bar(t figures.Times) string {
	var b strings.Builder
	for i, n := range cells(t, p.barWidth()) {
		if n > 0 {
			glyph, style := p.look(t.Segments[i].Part)
			b.WriteString(style.Render(strings.Repeat(glyph, n)))
		}
	}
	return b.String()
}

// cells returns how many of width cells each segment has. A segment that took time has at least one; if
// there are more such segments than cells, the longest have them.
func cells(t figures.Times, width int) []int {
	out := make([]int, len(t.Segments))
	var order []int // longest first
	for i, s := range t.Segments {
		if s.LenUS > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.Segments[b].LenUS, t.Segments[a].LenUS) })
	order = order[:min(len(order), max(width, 0))]
	if len(order) == 0 {
		return out
	}
	sum := int64(0)
	for _, i := range order {
		sum += t.Segments[i].LenUS
	}
	left := width
	for _, i := range order {
		out[i] = max(int(math.Round(float64(width)*float64(t.Segments[i].LenUS)/float64(sum))), 1)
		left -= out[i]
	}
	for k := 0; left != 0; k = (k + 1) % len(order) { // the longest take the rounding error
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
