package transcript

import "slices"

// seen says that all of a unit was seen.
func (u *unit) seen() {
	for _, s := range u.sections {
		s.counted = s.blocks()
	}
}

// counted reports whether all of a unit was counted, or seen.
func (u *unit) counted() bool {
	return !slices.ContainsFunc(u.sections, func(s *section) bool { return !s.isStatus() && s.counted < s.blocks() })
}

// isStatus reports whether a section only tells how its turn or item stands: it is no
// news.
func (s *section) isStatus() bool { return s.key.part == partFooter || s.key.piece == waitPiece }

// stopFollowing stops following: what is on the screen stays there, and what comes
// from now on counts as new.
func (m *Model) stopFollowing() {
	if !m.follow {
		return
	}
	m.top = m.anchorOf(m.topPosition())
	m.follow, m.newLines = false, 0
	if len(m.path) == 0 {
		return
	}
	tv := m.turnAt(len(m.path) - 1)
	m.syncUnits(tv)
	for _, u := range tv.made {
		u.seen()
	}
	tv.before.seen()
	tv.behind.seen()
	tv.known, tv.knownThen = len(tv.items), m.isEarlier(tv)
}

// syncUnits makes the units anew that are made, and whose items have grown, or are shown
// at another time.
func (m *Model) syncUnits(tv *turnView) {
	for serial, u := range tv.made {
		n := placeIn(tv.items, serial)
		if n < 0 || u.era != tv.era {
			continue
		}
		if it := tv.items[n]; u.item != it || u.version != it.Version {
			m.unitOf(tv, it)
		}
	}
}

// countedAtOnce is how many new items are made to count their lines; of more that came
// together the first tell how high the others are.
const countedAtOnce = 512

// countNewLines counts the lines that came since following was left. Each block
// is counted once, when it is whole. Of items that came before, those are looked at
// that are made: what grows is near the end, and was drawn. In the past nothing is
// counted; back from it, what came in the meantime.
func (m *Model) countNewLines() {
	last := len(m.path) - 1
	if last >= 0 && m.isEarlier(m.path[last]) {
		return
	}
	if m.growingLines = 0; m.follow || last < 0 {
		return
	}
	tv := m.turnAt(last)
	m.countItems(last, tv.since(tv.known))
	tv.known = len(tv.items)
	m.syncUnits(tv)
	m.growingLines = 0 // of the new ones it is counted again with that of the others
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
	before, n := m.newLines, min(len(places), countedAtOnce)
	for _, place := range places[:n] {
		m.count(m.unitAt(turn, place+1), m.path[turn].items[place].Done)
	}
	if more := len(places) - n; more > 0 {
		m.newLines += (m.newLines - before) * more / n
	}
}

// countRest counts what is new of a unit that is dropped, also what still grows.
func (m *Model) countRest(u *unit) {
	before := m.newLines
	m.count(u, true)
	m.growingLines -= m.newLines - before
}

// isLast reports whether a turn is the one at the end, which alone can grow.
func (m *Model) isLast(tv *turnView) bool { return len(m.path) > 0 && m.path[len(m.path)-1] == tv }

// count counts what is new of a unit. The last block of a section is still growing,
// unless the section is whole.
func (m *Model) count(u *unit, whole bool) {
	for _, s := range u.sections {
		if s.isStatus() {
			continue
		}
		end := s.blocks()
		if !whole {
			end--
		}
		for ; s.counted < end; s.counted++ {
			m.newLines += s.height(s.counted)
		}
		if s.counted < s.blocks() {
			m.growingLines += s.height(s.counted)
		}
	}
}
