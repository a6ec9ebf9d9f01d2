package form

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views/kit/text"
)

const (
	gutter      = 3  // cells of the selection's mark, the set mark and a gap
	narrowest   = 48 // below it a control is drawn under its name
	maxName     = 34 // cells of the names' column
	toggleWidth = 20 // cells that a switch of three takes: what long names leave to the values
	maxFound    = 3  // findings drawn at one row, and lines of each
	maxExtra    = 6  // lines of a row that is no field
	longLines   = 6  // lines of a long text
	offersRows  = 8  // of what is offered, on the screen at a time
)

// cache is what was drawn in addition to the pane's lines.
type cache struct {
	cursor *tea.Cursor
	at     []int // the row at each line of the pane; -1 for none
	rows   map[int]drawn
}

// drawn is a row's lines, with the cursor in them.
type drawn struct {
	lines  []string
	cursor *tea.Cursor
}

// View implements views.Pane. Only the rows on the screen are drawn.
func (m *Model) View() string {
	return m.view.Get([2]int{m.changes, m.styles.Version}, func() string {
		m.sync()
		m.cache = cache{rows: map[int]drawn{}}
		if m.width == 0 || m.height == 0 {
			return ""
		}
		m.revealSelection()
		return text.Rect(m.draw(), m.width, m.height)
	})
}

func (m *Model) Cursor() *tea.Cursor {
	m.View()
	if !m.focus {
		return nil
	}
	return m.cache.cursor
}

// draw returns the lines of the pane.
func (m *Model) draw() []string {
	out := make([]string, 0, m.height)
	m.cache.at = make([]int, m.height)
	for i := range m.cache.at {
		m.cache.at[i] = -1
	}
	out = append(out, m.head()...)
	bottom := m.height - m.helpHeight()
	shown := m.top // the first row that is below the window
	for i := m.top; i < len(m.rows) && len(out) < bottom; i++ {
		shown = i + 1
		row := m.lines(i)
		if c := row.cursor; c != nil && len(out)+c.Y < bottom {
			m.cache.cursor = tea.NewCursor(min(c.X, m.width-1), len(out)+c.Y)
		}
		for _, line := range row.lines {
			if len(out) < bottom {
				m.cache.at[len(out)] = i
				out = append(out, line)
			}
		}
	}
	if len(m.rows) == 0 && len(out) < bottom {
		out = append(out, m.styles.Dim.Render("   nothing to set here"))
	}
	for len(out) < bottom {
		out = append(out, "")
	}
	return append(out, m.help(m.height-len(out), shown)...)
}

// head returns the title with the intro below it.
func (m *Model) head() []string {
	if m.form.Title == "" || m.height < 3 {
		return nil
	}
	maxLines := max(m.height/4, 1)
	out := []string{" " + m.styles.Strong.Render(cut(m.form.Title, m.width-2))}
	for _, f := range m.objectFindings {
		out = append(out, m.finding(f, m.width-2, " ")...)
	}
	for _, intro := range m.form.Intro {
		for _, line := range wrapped(intro, m.width-2) {
			out = append(out, " "+m.styles.Dim.Render(line))
		}
	}
	out = out[:min(len(out), maxLines)]
	if m.height > 12 {
		out = append(out, "")
	}
	return out
}

// tall is the height from which the help is below the selected row: at the lower edge it is too far away.
const tall = 36

// helpHeight returns the number of lines below the rows.
func (m *Model) helpHeight() int {
	switch {
	case m.height >= tall: // the edge, and the words that are looked for
		return 2
	case m.height < 4:
		return 0
	case m.height < 9:
		return 1
	case m.height < 20:
		return 3
	}
	return 4
}

func (m *Model) bodyHeight() int {
	return max(m.height-len(m.head())-m.helpHeight(), 0)
}

// revealSelection moves the window so that the selected row is in it, and the end of
// the form at its lower edge where there is more above.
func (m *Model) revealSelection() {
	if m.width == 0 || m.height == 0 || len(m.rows) == 0 {
		return
	}
	height := m.bodyHeight()
	m.top = max(min(m.top, m.selected), 0)
	used := m.rowHeight(m.selected)
	for i := m.selected - 1; i >= m.top; i-- {
		if used += m.rowHeight(i); used > height {
			m.top = i + 1
			break
		}
	}
	if used > height && m.top < m.selected && m.rowHeight(m.selected) > height {
		m.top = m.selected
	}
	left := height
	for i := m.top; i < len(m.rows) && left > 0; i++ {
		left -= m.rowHeight(i)
	}
	for m.top > 0 && left >= m.rowHeight(m.top-1) {
		m.top--
		left -= m.rowHeight(m.top)
	}
}

func (m *Model) rowHeight(i int) int { return len(m.lines(i).lines) }
