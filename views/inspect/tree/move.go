package tree

import jsontree "gatehouse/state/json/tree"

// fit moves the cursor's row onto a screen of height lines, without a gap below the last row
// if there are rows above.
func (m *Model) fit(l *layer, height int) {
	lines := len(m.rowLines(l, l.cursor))
	lowest := height - lines // with more lines above the row is cut
	if lowest < 0 {
		l.above = max(min(l.above, 0), lowest)
		return
	}
	l.above = m.heightAbove(l, max(min(l.above, lowest), 0))
	below := lines // from the cursor's row on
	for r, ok := l.folds.Next(l.cursor); ok && l.above+below < height; r, ok = l.folds.Next(r) {
		below += len(m.rowLines(l, r))
	}
	if gap := height - l.above - below; gap > 0 {
		l.above = m.heightAbove(l, l.above+gap)
	}
}

// heightAbove counts the lines above the cursor's row, the head's too, at most
// limit.
func (m *Model) heightAbove(l *layer, limit int) int {
	n := 0
	for r, ok := l.folds.Prev(l.cursor); ok && n < limit; r, ok = l.folds.Prev(r) {
		n += len(m.rowLines(l, r))
	}
	if n < limit {
		n += len(m.headLines(m.contentWidth()))
	}
	return min(n, limit)
}

// down moves the cursor by a row; a row higher than the screen is scrolled
// through first, and so is the head.
func (m *Model) down(l *layer, height int) bool {
	lines := len(m.rowLines(l, l.cursor))
	if l.above >= height || l.above+lines > height && lines > height {
		l.above--
		return true
	}
	r, ok := l.folds.Next(l.cursor)
	if !ok {
		return false
	}
	l.cursor, l.above = r, l.above+lines
	if next := len(m.rowLines(l, r)); l.above+next > height {
		l.above = max(height-next, 0)
	}
	return true
}

func (m *Model) up(l *layer) bool {
	if l.above < 0 {
		l.above++
		return true
	}
	r, ok := l.folds.Prev(l.cursor)
	if !ok {
		return false
	}
	height := m.bodyHeight()
	l.cursor = r
	lines := len(m.rowLines(l, r))
	if l.above -= lines; l.above < 0 {
		l.above = min(height-lines, 0) // of a row higher than the screen its last lines first
	}
	return true
}

func (m *Model) move(by int) {
	l, height := m.top(), m.bodyHeight()
	if m.shown() == asRaw {
		if l.page != nil {
			m.sizePage(l, height)
			l.page.Scroll(0, by)
			_, below := l.page.Overflow()
			l.ends = by > 0 && !below
		}
		return
	}
	m.fit(l, height)
	for ; by > 0 && m.down(l, height); by-- {
	}
	for ; by < 0; by++ {
		if !m.up(l) {
			l.above = min(l.above-by, len(m.headLines(m.contentWidth()))) // the head becomes visible
			return
		}
	}
}

func (m *Model) toTop() {
	switch l := m.top(); {
	case m.shown() != asRaw:
		l.cursor, l.above = l.folds.First(), headFirst
	default:
		if l.ends = false; l.page != nil {
			l.page.Top()
		}
	}
}

func (m *Model) toEnd() {
	switch l, height := m.top(), m.bodyHeight(); {
	case m.shown() != asRaw:
		l.cursor = l.folds.Last()
		l.above = height - len(m.rowLines(l, l.cursor))
	default:
		if l.ends = true; l.page != nil { // else nothing has arrived yet
			m.sizePage(l, height)
			l.page.End()
		}
	}
}

// goTo selects a value, unfolding what hides it, at a third of the screen
// where it is not on it.
func (m *Model) goTo(i int) {
	l := m.top()
	r := l.folds.Reveal(i)
	for y, p := range m.screen {
		if p.ok && p.row == r {
			l.cursor, l.above = r, y
			return
		}
	}
	l.cursor, l.above = r, m.bodyHeight()/3
}

// Scroll implements views.Scroller: it moves the window, and the cursor only
// where it would leave it.
func (m *Model) Scroll(_, dy int) {
	m.changed()
	l, height := m.top(), m.bodyHeight()
	if m.shown() == asRaw {
		m.move(dy)
		return
	}
	m.fit(l, height)
	l.above -= dy
	for l.above < 0 {
		lines := len(m.rowLines(l, l.cursor))
		r, ok := l.folds.Next(l.cursor)
		if !ok || lines > height && l.above+lines > 0 {
			break
		}
		l.cursor, l.above = r, l.above+lines
	}
	for l.above >= height && height > 0 {
		r, ok := l.folds.Prev(l.cursor)
		if !ok {
			break
		}
		l.cursor = r
		l.above -= len(m.rowLines(l, r))
	}
}

func (m *Model) level(level int) {
	l := m.top()
	l.folds.SetLevel(level)
	l.cursor = l.folds.Visible(l.cursor.Node)
}

func (m *Model) fold(r jsontree.Row) {
	l := m.top()
	l.folds.Toggle(r)
	l.cursor = jsontree.Row{Node: r.Node, Depth: r.Depth}
}
