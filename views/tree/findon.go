package tree

import tea "charm.land/bubbletea/v2"

// findOn returns the Cmd that searches on where what is shown has changed under the
// search: all of another document, of bytes what was added.
func (m *Model) findOn() tea.Cmd {
	f, l := &m.find, m.top()
	switch {
	case !f.Open || l.reading():
		return nil
	case f.Finder != m.shownFinder():
		return m.findElsewhere()
	case f.inRaw():
		f.Seek()
		return m.moreBytes()
	case f.of == l:
		return nil
	}
	was := f.of
	hit, ok := f.Hit()
	m.carryFind()
	if ok && was.cursor.Node == hit { // the last row would follow the end
		hit, _ = f.Hit()
		l.cursor, l.above = l.folds.Visible(hit), was.above
		m.changed()
	}
	f.Seek()
	return f.Again()
}

// findElsewhere begins the search again where what is shown has become another
// thing under it: a place in the bytes is no value of the tree.
func (m *Model) findElsewhere() tea.Cmd {
	f, l, to := &m.find, m.top(), m.shownFinder()
	if !f.Open || f.Finder == to {
		return nil
	}
	to.SearchLine = f.SearchLine
	f.Close()
	f.Finder, f.of = to, l
	from := 0
	if !f.inRaw() {
		from = l.cursor.Node
	}
	return m.searchFrom(from)
}

// moreBytes returns the Cmd that looks through the bytes that were added; bytes that
// are fewer than before are others.
func (m *Model) moreBytes() tea.Cmd {
	f, raw := &m.find, m.top().raw
	if raw == nil {
		return nil
	}
	if to, _ := f.raw.Looked(); raw.Len() < max(f.looked, int64(to)) {
		f.looked = 0
		return f.raw.Again()
	}
	return f.raw.More()
}

// carryFind takes the places of the search to the document that is shown now.
func (m *Model) carryFind() {
	f, l := &m.find, m.top()
	if !f.inRaw() && f.of != l {
		f.Move(func(node int) int {
			node, _ = l.x.Same(f.of.x, node)
			return node
		})
	}
	f.of = l
}
