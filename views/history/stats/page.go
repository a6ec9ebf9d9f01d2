package stats

import (
	"slices"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

func (m *Model) pen() reports.Pen { return reports.Pen{Styles: m.styles, Width: max(m.Width-3, 1)} }

func (m *Model) drawnFor() drawnFor {
	return drawnFor{m.version, m.Width, m.Height, m.styles.Version, m.report.Selected}
}

// isEmpty reports whether there are no figures.
func (m *Model) isEmpty() bool { return m.report.Table == nil || m.report.All.Count == 0 }

// head returns the lines above the groups: the sum, the chart, the selected span of time, and the
// titles of the columns.
func (m *Model) head() []string {
	if m.isEmpty() {
		return nil
	}
	return m.chart.Get(m.drawnFor(), func() []string {
		pen := m.pen()
		pen.Width = max(m.Width-1, 1)
		sum := m.report.Sum()
		if text.Width(sum.Text) > pen.Width {
			sum = m.report.SumInShort()
		}
		lines := []string{" " + text.Truncate(pen.Span(sum), pen.Width, "…")}
		if m.Height >= 30 {
			lines = append(lines, "")
		}
		if m.report.Rows = m.chartRows(); m.report.Rows > 0 && len(m.report.Bins) > 0 {
			for _, l := range pen.Blocks([]report.Block{m.report.Chart()}) {
				lines = append(lines, " "+l)
			}
			lines = append(lines, " "+text.Truncate(m.bin(pen), pen.Width, "…"))
		}
		return append(lines, "   "+m.table().Head())
	})
}

// bin returns the line of the selected span of time, with the figures that fit.
func (m *Model) bin(pen reports.Pen) string {
	var line string
	for i, s := range m.report.Bin() {
		before := "  "
		if i == 0 {
			before = m.styles.Accent.Render("▸ ")
		}
		next := line + before + pen.Span(s)
		if i > 0 && text.Width(next) > pen.Width {
			break
		}
		line = next
	}
	return line
}

// foot returns the lines below the groups, which say what must be known to read them.
func (m *Model) foot() []string {
	if m.isEmpty() {
		return nil
	}
	var lines []string
	if m.more > 0 {
		lines = append(lines, "… and "+figures.Thousands(m.more)+" more groups")
	}
	lines = append(lines, m.report.Notes()...)
	for i, l := range lines {
		lines[i] = "   " + m.styles.Dim.Render(text.Truncate(l, max(m.Width-4, 1), "…"))
	}
	return lines[:min(len(lines), max(m.Height/4, 0))]
}

func (m *Model) table() reports.Grid {
	key := m.drawnFor()
	key.bin, key.height = 0, 0
	return m.grid.Get(key, func() reports.Grid {
		shown := m.report
		of := *shown.Table
		of.Groups = m.groups()
		shown.Table = &of
		return m.pen().Grid(shown.Groups())
	})
}

func (m *Model) View() string {
	if m.isEmpty() || m.Width == 0 || m.Height == 0 {
		return text.Note(m.styles, m.status, m.Width, m.Height)
	}
	lines, grid := slices.Clone(m.head()), m.table()
	foot := m.foot()
	for i := m.Top; i < min(m.Top+m.rows(), grid.Len()); i++ {
		lines = append(lines, m.row(grid, i))
	}
	lines = append(lines, make([]string, max(m.Height-len(lines)-len(foot), 0))...)
	return text.Rect(append(lines, foot...), m.Width, m.Height)
}

func (m *Model) row(grid reports.Grid, i int) string {
	sign, mark := " ", " "
	if i == m.Row {
		sign = "▸"
	}
	if m.isMarked && m.groups()[i].Now.Name == m.marked {
		mark = "A"
	}
	line := text.Fit(sign+mark+" "+grid.Row(i), m.Width, "…")
	if i == m.Row && m.Focused && !m.onTime {
		return m.styles.Selection.Render(ansi.Strip(line))
	}
	return line
}
