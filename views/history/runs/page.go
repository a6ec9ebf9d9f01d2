package runs

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// inset is how far the exchanges of a run are moved in.
const inset = 5

func (m *Model) View() string {
	if len(m.runs) == 0 || m.Width == 0 || m.Height == 0 {
		status := m.status
		if m.hidden > 0 {
			status = "No exchange continues another. " + m.singles() + "."
		}
		return text.Note(m.styles, status, m.Width, m.Height)
	}
	grid := m.table()
	head := grid.Head()
	if l := m.lines[m.Top]; l.row >= 0 { // an unfolded run whose titles are above the screen
		head = m.waterfall(&m.runs[l.run]).LegendAndHead()
	}
	out := []string{strings.Repeat(" ", inset) + head}
	for i := m.Top; i < min(m.Top+m.rows(), len(m.lines)); i++ {
		out = append(out, m.draw(i, grid))
	}
	if m.notes() {
		out = append(slices.Grow(out, m.Height), make([]string, max(m.Height-1-len(out), 0))...)
		out = append(out[:m.Height-1], m.styles.Dim.Render(strings.Repeat(" ", inset)+m.singles()))
	}
	return text.Rect(out, m.Width, m.Height)
}

// singles reports how many exchanges are not listed, and the key that lists them.
func (m *Model) singles() string {
	return figures.Counted(m.hidden, "single exchange") + " hidden; " + m.keys.Name(views.ActRunsSingles) + " lists them"
}

// pen draws to the right of the signs.
func (m *Model) pen() reports.Pen { return reports.Pen{Styles: m.styles, Width: max(m.Width-inset, 1)} }

func (m *Model) table() reports.Grid {
	return m.grid.Get(drawnFor{m.version, m.Width, m.styles.Version}, func() reports.Grid {
		return m.pen().Grid(report.Runs(m.runs, m.now))
	})
}

func (m *Model) draw(i int, grid reports.Grid) string {
	l, sign := m.lines[i], " "
	if i == m.Row {
		sign = "▸"
	}
	r := &m.runs[l.run]
	var drawn string
	switch l.row {
	case ofRun:
		fold := " "
		switch {
		case m.unfolded(r):
			fold = "‹"
		case r.Number != 0:
			fold = "+"
		}
		drawn = sign + " " + fold + "  " + grid.Row(l.run)
	case lost:
		drawn = strings.Repeat(" ", inset-2)
		for _, v := range report.RunCost(&r.Sum).Value {
			drawn += "  " + m.pen().Span(v)
		}
	case legend:
		drawn = strings.Repeat(" ", inset) + m.waterfall(r).LegendAndHead()
	default:
		drawn = sign + strings.Repeat(" ", inset-1) + m.waterfall(r).Row(l.row)
	}
	drawn = text.Fit(drawn, m.Width, "…")
	if i == m.Row && m.Focused {
		return m.styles.Selection.Render(ansi.Strip(drawn))
	}
	return drawn
}

// waterfall lays the exchanges of a run out.
func (m *Model) waterfall(r *waterfall.Run) reports.Bars {
	memo := m.bars[r.Number]
	if memo == nil {
		memo = &text.Memo[drawnFor, reports.Bars]{}
		m.bars[r.Number] = memo
	}
	return memo.Get(drawnFor{m.version, m.Width, m.styles.Version}, func() reports.Bars {
		return m.pen().WaterfallGrid(report.Waterfall{Run: *r})
	})
}
