package page

var _ Searchable[place] = (*Sheet)(nil)

// Here implements Searchable: the cursor's line.
func (s *Sheet) Here() place { return s.cursor }

// Edge implements Searchable.
func (s *Sheet) Edge(by int) place {
	if by < 0 {
		return s.end()
	}
	return place{}
}

// Step implements Searchable. Unlike the cursor it passes over no line.
func (s *Sheet) Step(at place, by int) (place, bool) {
	if at = s.valid(at); by < 0 {
		return s.prev(at)
	}
	return s.next(at)
}

// Line implements Searchable.
func (s *Sheet) Line(at place) string {
	if len(s.rows) == 0 {
		return ""
	}
	return s.line(s.valid(at), false)
}

// Show implements Searchable: the cursor goes to the line, or to the nearest on which
// it may stand.
func (s *Sheet) Show(at place) {
	if len(s.rows) == 0 {
		return
	}
	s.cursor = at
	if !at.inside && s.rows[at.row].ID == "" {
		s.settle()
	}
	s.top = s.filled(s.back(at, s.height/3))
}
