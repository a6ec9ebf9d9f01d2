package page

var _ Searchable[place] = (*Sheet)(nil)

// Here implements Searchable: the cursor's line.
func (s *Sheet) Here() place { return s.cursor }

// Edge implements Lines.
func (s *Sheet) Edge(by int) place {
	if by > 0 || len(s.rows) == 0 {
		return place{}
	}
	p := place{row: len(s.rows) - 1}
	if in := s.open[s.rows[p.row].ID]; in != nil {
		if at, ok := in.last(); ok {
			return place{row: p.row, inside: true, at: at}
		}
	}
	return p
}

// Near implements Lines.
func (s *Sheet) Near(p place) (place, bool) {
	if p.row = max(min(p.row, len(s.rows)-1), 0); len(s.rows) == 0 || !p.inside {
		return place{row: p.row}, len(s.rows) > 0
	}
	in := s.open[s.rows[p.row].ID]
	if in == nil {
		return place{row: p.row}, true
	}
	last, ok := in.last()
	if !ok {
		return place{row: p.row}, true
	}
	if at := (place{row: p.row, inside: true, at: last}); at.before(p) {
		return at, true
	}
	return p, true
}

// Step implements Lines. Unlike the cursor it passes over no line.
func (s *Sheet) Step(at place, by int) (place, bool) {
	p, ok := s.Near(at)
	if !ok {
		return p, false
	}
	if by < 0 {
		return s.back(p)
	}
	if in := s.open[s.rows[p.row].ID]; in != nil {
		at, ok := in.first()
		if p.inside {
			at, ok = in.next(p.at)
		}
		if ok {
			return place{row: p.row, inside: true, at: at}, true
		}
	}
	if p.row+1 >= len(s.rows) {
		return p, false
	}
	return place{row: p.row + 1}, true
}

// back returns the line before p; ok is false at the beginning.
func (s *Sheet) back(p place) (place, bool) {
	if p.inside {
		if at, ok := s.open[s.rows[p.row].ID].prev(p.at); ok {
			return place{row: p.row, inside: true, at: at}, true
		}
		return place{row: p.row}, true
	}
	if p.row == 0 {
		return p, false
	}
	p = place{row: p.row - 1}
	if in := s.open[s.rows[p.row].ID]; in != nil {
		if at, ok := in.last(); ok {
			return place{row: p.row, inside: true, at: at}, true
		}
	}
	return p, true
}

// Show implements Searchable: the cursor goes to the line, or to the nearest on which
// it may be.
func (s *Sheet) Show(at place) {
	if len(s.rows) == 0 {
		return
	}
	if s.cursor = at; !s.selectable(at) {
		s.settle()
	}
	s.Window.Show(at)
}

// settle brings cursor and top to lines that there are, with the cursor in view.
func (s *Sheet) settle() {
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

// SheetState is what a message can change in a sheet.
type SheetState struct {
	State[place]
	cursor  place
	toggled int
}

// State returns where the sheet and its search are.
func (s *Sheet) State() SheetState {
	state := s.Window.State()
	return SheetState{state, s.cursor, s.toggled}
}
