package report

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/report"
)

// shares draws the parts of a whole on one bar, and below it what they are.
func (p Pen) shares(all report.Shares) []string {
	width := p.Width
	if width == endless {
		width = unbounded
	}
	whole, sum, drawn := 0, 0, 0
	for _, s := range all {
		whole += s.Size
	}
	var (
		bar     strings.Builder
		marks   []string
		numbers report.Numbers
	)
	for i, s := range all {
		glyph, style := p.shareLook(i)
		sum += s.Size
		n := max(sum*width/max(whole, 1)-drawn, min(s.Size, 1)) // what there is of it has a cell
		n = min(n, width-drawn)
		drawn += n
		bar.WriteString(style.Render(strings.Repeat(glyph, n)))
		marks = append(marks, style.Render(glyph))
		numbers = append(numbers, report.Number{Label: s.Label, Value: s.Value})
	}
	return append([]string{bar.String()}, p.numbers(numbers, marks, 3)...)
}

// shareLook is how a part is drawn: another than those beside it without its colour too.
func (p Pen) shareLook(i int) (glyph string, style lipgloss.Style) {
	glyphs := []string{"█", "▒", "▓", "░", "▚"}
	styles := []lipgloss.Style{p.Styles.Tool, p.Styles.Accent, p.Styles.User, p.Styles.Model, p.Styles.Reasoning}
	return glyphs[i%len(glyphs)], styles[(i+i/len(glyphs))%len(styles)]
}
