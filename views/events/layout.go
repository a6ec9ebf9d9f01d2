package events

import "strconv"

// places are the rows of the pane: what stands above the list, the list, and
// the data below it with its line above; the last line is the verdict's.
type places struct {
	above, list, data int
}

// leastList is how many rows of the list are left before what stands above it
// goes.
const leastList = 3

// layOut divides the pane's height.
func (m *Model) layOut() places {
	rest := max(m.height-1, 0)
	p := places{above: 3}
	if m.data.open && !m.filter.open {
		p.data = min(rest/2, max(rest-p.above-leastList, 0))
		if p.data < 2 {
			p.data = 0
		}
	}
	for p.above > 0 && rest-p.above-p.data < leastList {
		p.above--
	}
	p.list = max(rest-p.above-p.data, 0)
	return p
}

// settle moves what is in view so that the selected line is, and as much of
// the list as fits. What was gone to and is not in view comes to a third of
// the height.
func (m *Model) settle(list int) {
	n := m.line()
	if m.jumped && (n < m.top || n >= m.top+list) {
		m.top = n - list/3
	}
	m.jumped = false
	m.top = min(m.top, n)
	m.top = max(m.top, n-list+1)
	m.top = max(min(m.top, m.rows.Lines()-list), 0)
}

// columns are the widths of the list's columns, in cells.
type columns struct {
	number, at, gap, sequence, what, size, spark int
}

// sparkCells is how many cells the picture of a run's sizes takes.
const sparkCells = 10

// sequenceCells is how wide the column of sequence_number is: every number stands
// in it whole, and a run's two where that takes no more than a fourth of the pane.
func (m *Model) sequenceCells() int {
	least, most := m.list().Sequences()
	digits := max(len(strconv.FormatInt(least, 10)), len(strconv.FormatInt(most, 10)))
	return max(min(2*digits+1, m.width/4), digits+1, 5)
}

// columns divides the pane's width; the type has what the figures leave.
func (m *Model) columns() columns {
	digits := 1
	for n := m.rows.Frames(); n >= 10; n /= 10 {
		digits++
	}
	c := columns{number: max(2*digits+1, 5), at: 9, gap: 9, size: 8}
	if m.width >= 100 {
		c.spark = sparkCells
	}
	if m.width >= 72 {
		c.sequence = m.sequenceCells()
	}
	if m.width < 50 || m.untimed() {
		c.gap = 0
	}
	if m.untimed() {
		c.at = 0
	}
	if m.width < 40 {
		c.number, c.size = digits, 0
	}
	fixed := 3 + c.number + 1 + c.at + 1 + c.gap + 3 + c.size + 1 + c.spark + 1
	if c.sequence > 0 {
		fixed += 1 + c.sequence
	}
	if m.untimed() {
		fixed -= 2 // between columns that are not there
	}
	c.what = max(m.width-fixed, 0)
	return c
}
