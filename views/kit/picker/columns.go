package picker

import (
	"strings"

	"gatehouse/views/kit/text"
)

// Head is the head of a column of cells.
type Head struct {
	Name  string
	Left  bool // its cells begin at the left, as words do; figures end at the right
	Width int  // of its cells at most; 0: as wide as the widest
}

// columns are those of the rows' cells. Where there is no room for all the last ones are
// left out.
type columns struct {
	heads  []Head
	widths []int
	right  int // cells that the widest words at the right end of a row take
}

// columnGap is the cells between two columns.
const columnGap = 2

// SetHeads names the columns of the rows' cells, the most useful first.
func (m *Model) SetHeads(heads ...Head) { m.columns.heads = heads }

// SetQuery adds query terms to the filter: query removes them from it, and accepts reports whether
// they match a row.
func (m *Model) SetQuery(hint string, query func(filter string) (words string, accepts func(row int) bool)) {
	m.hint, m.query = hint, query
}

// measure makes each column as wide as its widest cell.
func (c *columns) measure(items []Item) {
	c.widths, c.right = make([]int, len(c.heads)), 0
	for _, item := range items {
		if item.Right != "" {
			c.right = max(c.right, 3+text.Width(item.Right))
		}
	}
	for i, h := range c.heads {
		c.widths[i] = text.Width(h.Name)
		for _, item := range items {
			if i < len(item.Cells) {
				item.Cells[i] = text.SanitizeLine(item.Cells[i])
				c.widths[i] = max(c.widths[i], text.Width(item.Cells[i]))
			}
		}
		if h.Width > 0 {
			c.widths[i] = min(c.widths[i], h.Width)
		}
	}
}

// width returns the cells that all columns take, with the gaps before them.
func (c *columns) width() (w int) {
	for _, one := range c.widths {
		w += columnGap + one
	}
	return w
}

// draw draws the cells of a row after a label of a width, in a column of a width, in a line of width
// cells. The last column that fits may be narrower than it wants.
func (c *columns) draw(cells []string, label, column, width int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", max(column-label, 0)))
	left := width - max(column, label)
	for i, cell := range cells {
		if i >= len(c.widths) {
			break
		}
		w := min(c.widths[i], left-columnGap)
		if w < c.widths[i] && (!c.heads[i].Left || w < 8) {
			break
		}
		cell = text.Words(cell, w)
		b.WriteString(strings.Repeat(" ", columnGap))
		if c.heads[i].Left {
			b.WriteString(text.Fit(cell, w, ""))
		} else {
			b.WriteString(text.Right(cell, w))
		}
		left -= columnGap + w
	}
	return b.String()
}

// drawHeads draws the line of the heads.
func (m *Model) drawHeads() string {
	names := make([]string, len(m.columns.heads))
	for i, h := range m.columns.heads {
		names[i] = h.Name
	}
	width := m.width - 2 - m.columns.right
	return m.styles.Faint.Render("  " + m.columns.draw(names, 0, min(m.column, max(width, 0)), width))
}
