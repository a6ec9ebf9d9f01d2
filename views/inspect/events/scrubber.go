package events

import (
	"sort"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// The signs of the scrubber, in addition to the heights of how many frames arrived.
const (
	scrubCursor = "┃"
	scrubWait   = "░" // before the first frame
	scrubSilent = "╌" // a silence that stands out
)

// lastMoment returns the end of the time that the stream took, the latest known moment if it runs.
func (m *Model) lastMoment() int64 {
	last := max(m.rows.Ref(m.rows.Frames()-1).AtUS, m.subject.NowUS)
	if us, ok := figures.Total(m.subject.Exchange); ok {
		last = us + figures.SilenceBeforeEnd(m.subject.Exchange)
	}
	return last
}

// cursorMoment returns the moment of the cursor of time, or of the selected frame.
func (m *Model) cursorMoment() int64 {
	if m.time.frame >= 0 {
		return max(m.rows.Ref(min(m.time.frame, m.rows.Frames()-1)).AtUS, m.time.us)
	}
	return m.rows.Ref(m.lineOrFrame().First).AtUS
}

// scrubCells returns where the time is in a scrubber of some cells, and how wide it is.
func (m *Model) scrubCells(width int) (from, cells int) {
	const before = 3 // the margin, the beginning of the time, a blank
	return before, max(width-before-2-text.Width(figures.Moment(m.lastMoment())), 1)
}

// scrubLine draws the complete time in one line: how many frames arrived when, the silences, and
// where the cursor is. It looks at two frames for each cell.
func (m *Model) scrubLine(width int) string {
	s, last := m.styles, m.lastMoment()
	if m.untimed() || last <= 0 {
		return s.Dim.Render(" no frame times were saved")
	}
	_, cells := m.scrubCells(width)
	bounds := make([]int, cells+1) // the first frame of each cell
	for i := range bounds {
		bounds[i] = m.firstFrom(momentOf(i, cells, last))
	}
	bounds[cells] = m.rows.Frames()
	most := 1
	for i := range cells {
		most = max(most, bounds[i+1]-bounds[i])
	}
	cursor := int(min(max(m.cursorMoment()*int64(cells)/last, 0), int64(cells-1)))
	line := text.Run{}
	for i := range cells {
		sign, style := m.scrubCell(bounds[i], bounds[i+1], most)
		if i == cursor {
			sign, style = scrubCursor, s.Accent
		}
		line.Add(text.PenOf(style), sign)
	}
	return " " + s.Dim.Render("0") + " " + line.String() + " " + s.Dim.Render(figures.Moment(last))
}

// scrubCell returns the sign of a cell in which the frames [first, next) arrived.
func (m *Model) scrubCell(first, next, most int) (string, lipgloss.Style) {
	s, heights := m.styles, []rune("▁▂▃▄▅▆▇█")
	switch n := next - first; {
	case n > 0:
		return string(heights[(n-1)*len(heights)/most]), s.Running
	case first == 0:
		return scrubWait, s.Dim
	case first < m.rows.Frames() && m.rows.Gap(first) > m.list().SilenceThreshold(),
		first == m.rows.Frames() && m.lastMoment()-m.rows.Ref(first-1).AtUS > m.list().SilenceThreshold():
		return scrubSilent, s.Warn
	}
	return " ", s.Dim
}

// firstFrom returns the first frame that arrived at a moment or after it.
func (m *Model) firstFrom(us int64) int {
	return sort.Search(m.rows.Frames(), func(i int) bool { return m.rows.Ref(i).AtUS >= us })
}

// momentOf returns when a cell of the scrubber begins.
func momentOf(cell, cells int, last int64) int64 {
	return (int64(cell)*last + int64(cells) - 1) / int64(cells)
}

// clickTime selects the last frame that had arrived at the end of a cell of the scrubber.
func (m *Model) clickTime(x int) views.Intent {
	if m.untimed() {
		return nil
	}
	from, cells := m.scrubCells(m.Width)
	at := min(max(x-from, 0), cells-1)
	return m.showAt(max(m.firstFrom(momentOf(at+1, cells, m.lastMoment()))-1, 0))
}
