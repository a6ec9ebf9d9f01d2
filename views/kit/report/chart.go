package report

import (
	"maps"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/views/kit/text"
)

// partGlyphs are what the parts of a bar are drawn with, from the bottom up: they are told apart
// without their colours too. The last part, which ends the bar, is drawn in eighths of a cell.
var partGlyphs = []string{"▒", "░"}

var eighths = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// The glyphs of the values: up to the lower one, and from there to the higher one.
const lowGlyph, highGlyph = "█", "░"

// roomy is from how many lines of the counts on there is one between what is below one another.
const roomy = 6

// chart draws counts as stacked bars, and below them the values; at the left the highest of each.
func (p Pen) chart(c report.Chart) []string {
	if len(c.Bars) == 0 {
		return nil
	}
	d, scale := p.laidOut(c)
	lines := d.counts(scale[0])
	below := func(more ...string) {
		if c.Rows >= roomy {
			lines = append(lines, d.line("", func(int) string { return strings.Repeat(" ", d.wide) }))
		}
		lines = append(lines, more...)
	}
	if d.worst > 0 {
		below(d.shares(scale[1]))
	}
	if len(scale) > 2 {
		below(d.values(scale[2])...)
	}
	return append(lines, d.axis(), text.Truncate(strings.Repeat(" ", d.margin+2)+d.legend(), p.Width, "…"))
}

// laidOut shares the width out among the bars; scale is the highest count, the worst share, and
// the highest value where there is one.
func (p Pen) laidOut(c report.Chart) (d chartDrawing, scale []string) {
	d = chartDrawing{pen: p, chart: c, bars: c.Bars, wide: 1, worst: worstShare(c.Bars)}
	for _, b := range c.Bars {
		d.highest, d.high = max(d.highest, sumOf(b)), max(d.high, b.High)
	}
	scale = []string{figures.Thousands(d.highest), ""}
	if d.worst > 0 {
		scale[1] = figures.Share(d.worst)
	}
	if c.Label != "" && d.high > 0 {
		scale = append(scale, c.Write(d.high))
	}
	for _, s := range scale {
		d.margin = max(d.margin, text.Width(s))
	}
	if d.plotWidth = max(p.Width-d.margin-2, 0); p.Width == endless {
		d.plotWidth = unboundedWidth
	}
	d.bars = c.Bars[max(len(c.Bars)-d.plotWidth, 0):] // the newest, where there is no room for all
	if len(d.bars) > 0 {
		d.wide = min(max(d.plotWidth/len(d.bars), 1), 8)
	}
	return d, scale
}

func sumOf(b report.Bar) (sum int) {
	for _, n := range b.Counts {
		sum += n
	}
	return sum
}

type chartDrawing struct {
	pen       Pen
	chart     report.Chart
	bars      []report.Bar
	plotWidth int // for all bars, in cells
	wide      int // cells of a bar, the gap after it included
	margin    int // of the scale at the left
	highest   int
	high      float64
	worst     float64 // share of the first part
}

// line draws one line: the scale where it is the first, and a glyph of each bar.
func (d chartDrawing) line(scale string, glyph func(i int) string) string {
	var b strings.Builder
	b.WriteString(d.pen.Styles.Dim.Render(strings.Repeat(" ", d.margin-text.Width(scale))+scale+" ") + d.pen.Styles.Faint.Render("│"))
	for i := range d.bars {
		b.WriteString(glyph(i))
	}
	return strings.TrimRight(b.String(), " ")
}

// bar widens a glyph to the bar, with a gap after it if it fits.
func (d chartDrawing) bar(i int, glyph string, style lipgloss.Style) string {
	if glyph == " " {
		return strings.Repeat(" ", d.wide)
	}
	n := d.wide
	if n > 2 {
		n--
	}
	if d.first()+i == d.chart.Selected {
		style = d.pen.Styles.Text
	}
	return style.Render(strings.Repeat(glyph, n)) + strings.Repeat(" ", d.wide-n)
}

// first is the number of the first bar that is drawn.
func (d chartDrawing) first() int { return len(d.chart.Bars) - len(d.bars) }

func (d chartDrawing) counts(scale string) []string {
	rows := max(d.chart.Rows, 2)
	stacks := make([][]string, len(d.bars)) // of each bar its cells, from the bottom up
	for i, b := range d.bars {
		stacks[i] = d.stack(i, b, rows)
	}
	var lines []string
	for row := rows - 1; row >= 0; row-- {
		lines = append(lines, d.line(scale, func(i int) string {
			if row >= len(stacks[i]) {
				return strings.Repeat(" ", d.wide)
			}
			return stacks[i][row]
		}))
		scale = ""
	}
	return lines
}

// worstShare is the largest share that the first part has of a bar.
func worstShare(bars []report.Bar) (worst float64) {
	for _, b := range bars {
		worst = max(worst, shareOf(b))
	}
	return worst
}

// shareOf is the share that the first part has of a bar.
func shareOf(b report.Bar) float64 {
	return float64(b.Counts[0]) / float64(max(sumOf(b), 1))
}

// shares draws the share of the first part on a separate line: it is mostly too small to be seen in
// the bar.
func (d chartDrawing) shares(scale string) string {
	style := d.pen.Role(d.chart.Parts[0].Role)
	return d.line(scale, func(i int) string {
		share := shareOf(d.bars[i])
		if share == 0 {
			return d.bar(i, " ", style)
		}
		return d.bar(i, eighths[max(int(share/d.worst*8+1e-9), 1)], style)
	})
}

// stack is the cells of a bar, from the bottom up.
func (d chartDrawing) stack(i int, b report.Bar, rows int) []string {
	sum := sumOf(b)
	if sum == 0 {
		return nil
	}
	height := max(int(math.Round(float64(sum)/float64(d.highest)*float64(8*rows))), 1) // in eighths
	var cells []string
	for part, n := range b.Counts[:len(b.Counts)-1] {
		complete := int(math.Round(float64(n) / float64(d.highest) * float64(rows)))
		for range min(complete, (height+7)/8-len(cells)) {
			cells = append(cells, d.bar(i, partGlyphs[part%len(partGlyphs)], d.pen.Role(d.chart.Parts[part].Role)))
		}
	}
	last := d.pen.Role(d.chart.Parts[len(b.Counts)-1].Role)
	for left := height - 8*len(cells); left > 0; left -= 8 {
		cells = append(cells, d.bar(i, eighths[min(left, 8)], last))
	}
	return cells
}

func (d chartDrawing) values(scale string) []string {
	rows := max(d.chart.Rows/2, 2)
	at := func(v float64) int { return int(math.Round(v / d.high * float64(8*rows))) } // in eighths
	var lines []string
	for row := rows - 1; row >= 0; row-- {
		lines = append(lines, d.line(scale, func(i int) string {
			b := d.bars[i]
			if b.Low < 0 {
				return strings.Repeat(" ", d.wide)
			}
			switch low := max(at(b.Low), 1) - 8*row; {
			case low > 0:
				return d.bar(i, eighths[min(low, 8)], d.pen.Styles.Reasoning)
			case at(b.High)-8*row > 0:
				return d.bar(i, highGlyph, d.pen.Styles.Reasoning)
			}
			return strings.Repeat(" ", d.wide)
		}))
		scale = ""
	}
	return lines
}

// axis names the bars whose names fit, and points to the selected one.
func (d chartDrawing) axis() string {
	line := []rune(strings.Repeat(" ", d.plotWidth))
	at := (d.chart.Selected - d.first()) * d.wide
	pointed := d.chart.Selected >= d.first() && at < d.plotWidth
	for _, i := range d.named() {
		from, tick := i*d.wide, []rune(d.bars[i].Tick)
		if !pointed || at < from || at >= from+len(tick) {
			copy(line[from:], tick)
		}
	}
	dim, indent := d.pen.Styles.Dim, strings.Repeat(" ", d.margin+2)
	if !pointed {
		return dim.Render(indent + strings.TrimRight(string(line), " "))
	}
	return dim.Render(indent+string(line[:at])) + d.pen.Styles.Accent.Render("▲") + dim.Render(strings.TrimRight(string(line[at+1:]), " "))
}

// named are the bars that are named on the axis: the first one, and all of a rank as long as there
// is room for them; of the lowest rank as many as there is room for.
func (d chartDrawing) named() (bars []int) {
	const gap = 2
	taken := make([]bool, d.plotWidth+gap)
	place := func(taken []bool, i int) bool {
		from, to := i*d.wide, i*d.wide+len([]rune(d.bars[i].Tick))
		if to > d.plotWidth || slices.Contains(taken[from:to+gap], true) {
			return false
		}
		for cell := from; cell < to+gap; cell++ {
			taken[cell] = true
		}
		return true
	}
	byRank := map[int][]int{}
	for i, b := range d.bars {
		switch end := i*d.wide + len([]rune(b.Tick)); {
		case b.Tick == "" || end > d.plotWidth:
		case bars == nil:
			if place(taken, i) {
				bars = []int{i}
			}
		case place(slices.Clone(taken), i): // next to the first one
			byRank[b.Rank] = append(byRank[b.Rank], i)
		}
	}
	for n, rank := range slices.Sorted(maps.Keys(byRank)) {
		with, placed := slices.Clone(taken), []int(nil)
		for _, i := range byRank[rank] {
			if place(with, i) {
				placed = append(placed, i)
			}
		}
		if len(placed) < len(byRank[rank]) && n > 0 {
			break
		}
		taken, bars = with, append(bars, placed...)
	}
	return bars
}

func (d chartDrawing) legend() string {
	var words []string
	for i, part := range slices.Backward(d.chart.Parts) {
		any := slices.ContainsFunc(d.bars, func(b report.Bar) bool { return b.Counts[i] > 0 })
		if any {
			word := " " + part.Label
			if i == 0 {
				word += ", its share below"
			}
			glyph := "█"
			if i < len(d.chart.Parts)-1 {
				glyph = partGlyphs[i%len(partGlyphs)]
			}
			words = append(words, d.pen.Role(part.Role).Render(glyph)+d.pen.Styles.Dim.Render(word))
		}
	}
	style := d.pen.Styles.Reasoning
	switch {
	case d.chart.Label == "" || !slices.ContainsFunc(d.bars, func(b report.Bar) bool { return b.High > 0 }):
	case d.chart.High == "":
		words = append(words, style.Render(lowGlyph)+d.pen.Styles.Dim.Render(" "+d.chart.Label))
	default:
		words = append(words, d.pen.Styles.Dim.Render(d.chart.Label+" ")+style.Render(lowGlyph)+d.pen.Styles.Dim.Render(" "+d.chart.Low+"  ")+
			style.Render(highGlyph)+d.pen.Styles.Dim.Render(" to "+d.chart.High))
	}
	return strings.Join(words, "   ")
}

// BarAt returns the bar at column x of a chart drawn width cells wide; -1 for none.
func BarAt(c report.Chart, width, x int) int {
	d, _ := Pen{Width: width}.laidOut(c)
	at := (x - d.margin - 2) / d.wide
	if x < d.margin+2 || at >= len(d.bars) {
		return -1
	}
	return d.first() + at
}
