package report

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/report"
	"gatehouse/views/kit/text"
)

// numbers draws figures side by side, on as many lines as they need, each after its mark
// where there are marks.
func (p Pen) numbers(list report.Numbers, marks []string, gap int) []string {
	var lines []string
	for i, f := range list {
		style := p.Styles.Text
		if f.Quiet {
			style = p.Styles.Dim
		}
		drawn := style.Render(text.SafeLine(f.Value))
		if f.Label != "" && !f.Bare {
			drawn = p.Styles.Dim.Render(f.Label+" ") + drawn
		}
		if marks != nil {
			drawn = marks[i] + " " + drawn
		}
		if last := len(lines) - 1; last >= 0 && text.Width(lines[last])+gap+text.Width(drawn) <= p.Width {
			lines[last] += strings.Repeat(" ", gap) + drawn
		} else {
			lines = append(lines, drawn)
		}
	}
	return lines
}

// series draws numbers as a row of bars, the highest at full height.
func (p Pen) series(s report.Series) string {
	const words, maxBars = 28, 60 // about what is before and after the graph; and the graph
	levels := []rune("▁▂▃▄▅▆▇█")
	values := s.Values(max(min(p.Width-words, maxBars), 1))
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
	return p.Styles.Dim.Render(s.Label+" ") + p.Styles.Model.Render(b.String()) + "  " + p.Styles.Text.Render(s.Caption)
}

// shares draws the parts of a total on one bar, and below it what they are.
func (p Pen) shares(all report.Shares) []string {
	width, complete, sum, drawn := p.barWidth(), 0, 0, 0
	for _, s := range all {
		complete += s.Size
	}
	var (
		bar     strings.Builder
		marks   []string
		numbers report.Numbers
	)
	for i, s := range all {
		glyph, style := p.shareLook(i)
		sum += s.Size
		n := max(sum*width/max(complete, 1)-drawn, min(s.Size, 1)) // a part above zero has at least a cell
		n = min(n, width-drawn)
		drawn += n
		bar.WriteString(style.Render(strings.Repeat(glyph, n)))
		marks = append(marks, style.Render(glyph))
		numbers = append(numbers, report.Number{Label: s.Label, Value: s.Value})
	}
	return append([]string{bar.String()}, p.numbers(numbers, marks, 3)...)
}

// shareLook returns how a part is drawn: another than those next to it without its colour too.
func (p Pen) shareLook(i int) (glyph string, style lipgloss.Style) {
	glyphs := []string{"█", "▒", "▓", "░", "▚"}
	styles := []lipgloss.Style{p.Styles.Tool, p.Styles.Accent, p.Styles.User, p.Styles.Model, p.Styles.Reasoning}
	return glyphs[i%len(glyphs)], styles[(i+i/len(glyphs))%len(styles)]
}
