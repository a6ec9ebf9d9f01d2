package page

var _ Searchable[place] = (*Sheet)(nil)

// Here implements Searchable: the cursor's line.
func (s *Sheet) Here() place { return s.cursor }

func (s *Sheet) Edge(by int) place {
	if by > 0 || len(s.rows) == 0 {
		return place{}
	}
	return s.lastOf(len(s.rows) - 1)
}

// lastOf returns the last line of a row.
func (s *Sheet) lastOf(row int) place {
	if in := s.open[s.rows[row].ID]; in != nil {
		if at, ok := in.Near(in.Edge(-1)); ok {
			return place{row, true, at}
		}
	}
	return place{row: row}
}

func (s *Sheet) Near(p place) (place, bool) {
	if len(s.rows) == 0 {
		return place{}, false
	}
	p.row = max(min(p.row, len(s.rows)-1), 0)
	if in := s.open[s.rows[p.row].ID]; in != nil && p.inside {
		if at, ok := in.Near(p.at); ok {
			return place{p.row, true, at}, true
		}
	}
	return place{row: p.row}, true
}

// Step implements Lines. Unlike the cursor it passes over no line.
func (s *Sheet) Step(at place, by int) (place, bool) {
	p, ok := s.Near(at)
	if !ok {
		return p, false
	}
	if in := s.open[s.rows[p.row].ID]; in != nil {
		at, ok := p.at, false
		switch {
		case p.inside:
			at, ok = in.Step(p.at, by)
		case by > 0:
			at, ok = in.Near(in.Edge(1))
		}
		if ok {
			return place{p.row, true, at}, true
		}
	}
	switch {
	case by < 0 && p.inside:
		return place{row: p.row}, true
	case by < 0 && p.row > 0:
		return s.lastOf(p.row - 1), true
	case by > 0 && p.row+1 < len(s.rows):
		return place{row: p.row + 1}, true
	}
	return p, false
}

// Show implements Searchable: the cursor goes to the line, or to the nearest on which
// it may be.
func (s *Sheet) Show(at place) {
	if len(s.rows) == 0 {
		return
	}
	if s.cursor = at; !s.selectable(at) {
		s.revealCursor()
	}
	s.Window.Show(at)
}

// revealCursor moves cursor and top to lines that exist, with the cursor in view.
func (s *Sheet) revealCursor() {
	var ok bool
	s.top, _ = s.Near(s.top)
	if s.cursor, ok = s.Near(s.cursor); ok && !s.selectable(s.cursor) {
		if p, ok := s.next(s.cursor, 1, s.selectable); ok {
			s.cursor = p
		}
	}
	s.show()
}

// show moves the window so that the cursor is in view.
func (s *Sheet) show() {
	// What is above the first row that can be selected is its heading.
	heading := s.cursor
	for s.cursor.before(s.top) {
		p, ok := s.Step(heading, -1)
		if !ok || s.selectable(p) {
			s.top = heading
			break
		}
		heading = p
	}
	s.Follow(s.cursor)
	s.Fill()
}
