package transcript

// seen says that all of a unit was seen.
func (u *unit) seen() {
	for _, s := range u.sections {
		s.counted = s.blocks()
	}
}

// leave stops following: what is on the screen stays there, and what comes
// from now on counts as new.
func (m *Model) leave() {
	if !m.follow {
		return
	}
	m.top = m.placeOf(m.topSpot())
	m.follow, m.fresh = false, 0
	if len(m.path) == 0 {
		return
	}
	tv := m.turnAt(len(m.path) - 1)
	m.catchUp(tv)
	for _, u := range tv.made {
		u.seen()
	}
	tv.before.seen()
	tv.behind.seen()
	tv.known = len(tv.items)
}

// catchUp makes the units anew that are made, and whose items have grown.
func (m *Model) catchUp(tv *turnView) {
	for _, u := range tv.made {
		if u.era == tv.era && u.version != u.item.Version {
			m.unitOf(tv, u.item)
		}
	}
}

// countedAtOnce is how many new items are made to count their lines; of more that came
// together the first tell how high the others are.
const countedAtOnce = 512

// countFresh counts the lines that came since following was left. Each block
// is counted once, when it is whole. Of items that came before, those are looked at
// that are made: what grows is near the end, and was drawn.
func (m *Model) countFresh() {
	if m.growing = 0; m.follow || len(m.path) == 0 {
		return
	}
	last := len(m.path) - 1
	tv := m.turnAt(last)
	m.countItems(last, tv.since(tv.known))
	tv.known = len(tv.items)
	m.catchUp(tv)
	m.growing = 0 // of the new ones it is counted again with that of the others
	m.count(&tv.before, false)
	m.count(&tv.behind, false)
	for _, u := range tv.made {
		if u.era == tv.era {
			m.count(u, u.item.Done)
		}
	}
}

// countItems counts the lines of new items, which it makes.
func (m *Model) countItems(turn int, places []int) {
	before, n := m.fresh, min(len(places), countedAtOnce)
	for _, place := range places[:n] {
		m.count(m.unitAt(turn, place+1), m.path[turn].items[place].Done)
	}
	if more := len(places) - n; more > 0 {
		m.fresh += (m.fresh - before) * more / n
	}
}

// countRest counts what is new of a unit that is dropped, also what still grows.
func (m *Model) countRest(u *unit) {
	before := m.fresh
	m.count(u, true)
	m.growing -= m.fresh - before
}

// isLast reports whether a turn is the one at the end, which alone can grow.
func (m *Model) isLast(tv *turnView) bool { return len(m.path) > 0 && m.path[len(m.path)-1] == tv }

// count counts what is new of a unit. The last block of a section is still growing,
// unless the section is whole.
func (m *Model) count(u *unit, whole bool) {
	for _, s := range u.sections {
		if s.key.part == partFooter || s.key.piece == waitPiece { // which tell how it stands
			continue
		}
		end := s.blocks()
		if !whole {
			end--
		}
		for ; s.counted < end; s.counted++ {
			m.fresh += s.height(s.counted)
		}
		if s.counted < s.blocks() {
			m.growing += s.height(s.counted)
		}
	}
}
