package page

// settle brings cursor and top to lines that there are, with the cursor in
// view.
func (s *Sheet) settle() {
	s.cursor, s.top = s.valid(s.cursor), s.valid(s.top)
	if len(s.rows) > 0 && !s.cursor.inside && s.rows[s.cursor.row].ID == "" {
		if p, ok := s.step(s.cursor, 1); ok {
			s.cursor = p
		}
	}
	s.show()
}

func (s *Sheet) valid(p place) place {
	p.row = max(min(p.row, len(s.rows)-1), 0)
	if !p.inside || p.row >= len(s.rows) {
		return place{row: p.row}
	}
	in := s.open[s.rows[p.row].ID]
	if in == nil {
		return place{row: p.row}
	}
	last, ok := in.last()
	if !ok {
		return place{row: p.row}
	}
	if at := (place{row: p.row, inside: true, at: last}); at.before(p) {
		return at
	}
	return p
}

// next returns the line behind p; ok is false at the end.
func (s *Sheet) next(p place) (place, bool) {
	if p.row >= len(s.rows) {
		return p, false
	}
	if in := s.open[s.rows[p.row].ID]; in != nil {
		var at spot
		var ok bool
		if p.inside {
			at, ok = in.next(p.at)
		} else {
			at, ok = in.first()
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

// prev returns the line before p; ok is false at the beginning.
func (s *Sheet) prev(p place) (place, bool) {
	if p.inside {
		if in := s.open[s.rows[p.row].ID]; in != nil {
			if at, ok := in.prev(p.at); ok {
				return place{row: p.row, inside: true, at: at}, true
			}
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

// step goes to the next line, or the one before, on which the cursor may
// stand.
func (s *Sheet) step(p place, by int) (place, bool) {
	for {
		var ok bool
		if by > 0 {
			p, ok = s.next(p)
		} else {
			p, ok = s.prev(p)
		}
		if !ok || p.inside || s.rows[p.row].ID != "" {
			return p, ok && (p.inside || s.rows[p.row].ID != "")
		}
	}
}

// show moves the top so that the cursor is in view, and no further than to the
// place from which the end is.
func (s *Sheet) show() {
	if s.cursor.before(s.top) {
		s.top = s.cursor
		// What stands above the first row that can be selected is its heading.
		for p, ok := s.prev(s.top); ok && !p.inside && s.rows[p.row].ID == ""; p, ok = s.prev(p) {
			s.top = p
		}
	}
	at := s.top
	for n := 1; n < s.height && at != s.cursor; n++ {
		var ok bool
		if at, ok = s.next(at); !ok {
			break
		}
	}
	if at.before(s.cursor) {
		s.top = s.back(s.cursor, s.height-1)
	}
	s.top = s.filled(s.top)
}

// filled moves a top up where the end of the page would leave lines empty.
func (s *Sheet) filled(top place) place {
	n, at, ok := 1, top, true
	for ; n < s.height; n++ {
		if at, ok = s.next(at); !ok {
			return s.back(top, s.height-n)
		}
	}
	return top
}

func (s *Sheet) back(p place, lines int) place {
	for ok := true; lines > 0 && ok; lines-- {
		p, ok = s.prev(p)
	}
	return p
}

// end is the last line.
func (s *Sheet) end() place {
	p := place{row: max(len(s.rows)-1, 0)}
	if len(s.rows) > 0 {
		if in := s.open[s.rows[p.row].ID]; in != nil {
			if at, ok := in.last(); ok {
				p = place{row: p.row, inside: true, at: at}
			}
		}
	}
	return p
}
