package transcript

// place is a line of the transcript. Sections are named, not numbered, so that
// a place stays where it is while sections come and go around it.
type place struct {
	key    key
	block  int
	line   int
	height int // of the block when the place was taken
	width  int // of the text, then
}

// spot is a place as numbers, valid while nothing changes.
type spot struct{ turn, unit, section, block, line int }

// spotOf finds a place. What is not there any more is replaced by what stands
// nearest before it.
func (m *Model) spotOf(p place) spot {
	for t, tv := range m.path {
		if tv.id != p.key.turn {
			continue
		}
		at, ok := m.sectionOf(t, p.key)
		if !ok {
			return m.clamp(m.nearest(t, p.key), 0)
		}
		was := p.height
		if p.width == m.columns() {
			was = 0
		}
		at.block, at.line = p.block, p.line
		return m.clamp(at, was)
	}
	if len(m.path) == 0 {
		return spot{}
	}
	return m.first()
}

// sectionOf finds the section of a key in a turn.
func (m *Model) sectionOf(turn int, k key) (spot, bool) {
	tv := m.turnAt(turn)
	units := []int{0, tv.units() - 1}
	if k.part == partItem {
		units = []int{placeIn(tv.items, k.item) + 1}
	}
	for _, n := range units {
		for s, sec := range m.unitAt(turn, n).sections {
			if sec.key == k {
				return spot{turn: turn, unit: n, section: s}, true
			}
		}
	}
	return spot{}, false
}

// nearest returns the last section of a turn that shows what k shows a piece of; where
// that is not there, the last one that k's would stand behind, else the first.
func (m *Model) nearest(turn int, k key) spot {
	tv := m.turnAt(turn)
	if n := placeIn(tv.items, k.item) + 1; k.part == partItem && n > 0 {
		if sections := m.unitAt(turn, n).sections; len(sections) > 0 {
			return spot{turn: turn, unit: n, section: len(sections) - 1}
		}
	}
	behind := func(at key) bool { return at.part < k.part || at.part == k.part && at.item <= k.item }
	for n := tv.units() - 1; n >= 0; n-- {
		if 0 < n && n < tv.units()-1 && !behind(key{part: partItem, item: tv.items[n-1].Serial}) {
			continue
		}
		sections := m.unitAt(turn, n).sections
		for s := len(sections) - 1; s >= 0; s-- {
			if behind(sections[s].key) {
				return spot{turn: turn, unit: n, section: s}
			}
		}
	}
	return m.head(turn)
}

// clamp moves a spot into its block. Of a block that was drawn at another width,
// was lines high, the same share lies above the spot as did then; was is 0 for
// a block that at most grew.
func (m *Model) clamp(at spot, was int) spot {
	sec := m.sectionAt(at)
	if at.block >= sec.blocks() {
		at.block, at.line = sec.blocks()-1, 1<<20
	}
	now := len(sec.lines(at.block))
	if was > 0 && now > 0 && was != now {
		at.line = at.line * now / was
	}
	at.line = max(min(at.line, now-1), 0)
	return at
}

func (m *Model) placeOf(at spot) place {
	if at.turn >= len(m.path) {
		return place{}
	}
	sec := m.sectionAt(at)
	return place{key: sec.key, block: at.block, line: at.line, height: len(sec.lines(at.block)), width: m.columns()}
}

// first is the first spot there is.
func (m *Model) first() spot { return m.head(0) }

// last is the spot behind the last line.
func (m *Model) last() spot { return m.behind(m.tail(len(m.path) - 1)) }

// head is the first section of a turn: each has one.
func (m *Model) head(turn int) spot {
	at, _ := m.beside(spot{turn: turn, section: -1}, 1)
	return at
}

// tail is the last section of a turn.
func (m *Model) tail(turn int) spot {
	n := m.turnAt(turn).units() - 1
	at, _ := m.beside(spot{turn: turn, unit: n, section: len(m.unitAt(turn, n).sections)}, -1)
	return at
}

// behind is the spot behind the last line of a section.
func (m *Model) behind(at spot) spot {
	at.block = m.sectionAt(at).blocks() - 1
	at.line = len(m.linesAt(at))
	return at
}

// beside steps to the section before (step -1) or after (1), past units without any.
func (m *Model) beside(at spot, step int) (spot, bool) {
	next := spot{turn: at.turn, unit: at.unit, section: at.section + step}
	for next.section < 0 || next.section >= len(m.unitAt(next.turn, next.unit).sections) {
		next.unit += step
		if next.unit < 0 || next.unit >= m.turnAt(next.turn).units() {
			next.turn += step
			if next.turn < 0 || next.turn >= len(m.path) {
				return at, false
			}
			next.unit = 0
			if step < 0 {
				next.unit = m.turnAt(next.turn).units() - 1
			}
		}
		next.section = 0
		if step < 0 {
			next.section = len(m.unitAt(next.turn, next.unit).sections) - 1
		}
	}
	return next, true
}

// before steps to the block before; its line is behind that block's last.
func (m *Model) before(at spot) (spot, bool) {
	if at.block > 0 {
		at.block--
		at.line = len(m.linesAt(at))
		return at, true
	}
	next, ok := m.beside(at, -1)
	if !ok {
		return at, false
	}
	return m.behind(next), true
}

// after steps to the first line of the block after.
func (m *Model) after(at spot) (spot, bool) {
	if at.block+1 < m.sectionAt(at).blocks() {
		at.block, at.line = at.block+1, 0
		return at, true
	}
	return m.beside(at, 1)
}

func (m *Model) linesAt(at spot) []string { return m.sectionAt(at).lines(at.block) }

func (m *Model) sectionAt(at spot) *section {
	return m.unitAt(at.turn, at.unit).sections[at.section]
}

// turnAt returns a turn of the path, up to date.
func (m *Model) turnAt(i int) *turnView {
	tv := m.path[i]
	m.sync(tv)
	return tv
}

// up moves n lines up and returns how many there were.
func (m *Model) up(at spot, n int) (spot, int) {
	moved := 0
	for moved < n {
		if at.line > 0 {
			step := min(at.line, n-moved)
			at.line -= step
			moved += step
			continue
		}
		next, ok := m.before(at)
		if !ok {
			break
		}
		at = next
	}
	return at, moved
}

// down moves n lines down and returns how many there were; it stops behind the
// last line.
func (m *Model) down(at spot, n int) (spot, int) {
	moved := 0
	for {
		rest := len(m.linesAt(at)) - at.line
		if moved+rest > n {
			at.line += n - moved
			return at, n
		}
		moved += rest
		next, ok := m.after(at)
		if !ok {
			at.line += rest
			return at, moved
		}
		at = next
	}
}
