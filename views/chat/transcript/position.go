package transcript

import "slices"

// SelectedTurn returns the turn of the section that was selected; 0 where none was, and the last
// one is meant.
func (m *Model) SelectedTurn() int {
	if m.selected.turn == 0 || m.place(m.selected.turn) < 0 {
		return 0
	}
	return m.selected.turn
}

// Unselect selects nothing: keys mean the last turn.
func (m *Model) Unselect() {
	m.selected = key{}
	m.changed()
}

// anchor is a line of the transcript. Sections are named, not numbered, so that
// a place stays where it is while sections around it appear and disappear.
type anchor struct {
	key    key
	block  int
	line   int
	height int // of the block when the place was taken
	width  int // of the text, then
}

// position is a place as numbers, valid while nothing changes.
type position struct{ turn, unit, section, block, line int }

// positionOf finds a place. What is not there any more is replaced by what is
// nearest before it.
func (m *Model) positionOf(p anchor) position {
	t := m.place(p.key.turn)
	switch {
	case len(m.path) == 0:
		return position{}
	case t < 0:
		return m.first()
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

// sectionOf finds the section of a key in a turn.
func (m *Model) sectionOf(turn int, k key) (position, bool) {
	tv := m.turnAt(turn)
	units := []int{0, tv.units() - 1}
	if k.part == partItem {
		units = []int{placeIn(tv.items, k.item) + 1}
	}
	for _, n := range units {
		if s := slices.IndexFunc(m.unitAt(turn, n).sections, func(sec *section) bool { return sec.key == k }); s >= 0 {
			return position{turn: turn, unit: n, section: s}, true
		}
	}
	return position{}, false
}

// nearest returns the last section of a turn that shows what k shows a piece of; where
// that is not there, the last one that k's would be after, else the first.
func (m *Model) nearest(turn int, k key) position {
	tv := m.turnAt(turn)
	if n := placeIn(tv.items, k.item) + 1; k.part == partItem && n > 0 {
		if sections := m.unitAt(turn, n).sections; len(sections) > 0 {
			return position{turn: turn, unit: n, section: len(sections) - 1}
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
				return position{turn: turn, unit: n, section: s}
			}
		}
	}
	return m.head(turn)
}

// clamp moves a spot into its block. In a block that was drawn at another width,
// was lines high, the same share is above the spot as before; was is 0 for
// a block that at most grew.
func (m *Model) clamp(at position, was int) position {
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

func (m *Model) anchorOf(at position) anchor {
	if at.turn >= len(m.path) {
		return anchor{}
	}
	sec := m.sectionAt(at)
	return anchor{key: sec.key, block: at.block, line: at.line, height: len(sec.lines(at.block)), width: m.columns()}
}

// first returns the first spot there is.
func (m *Model) first() position { return m.head(0) }

// last returns the spot after the last line.
func (m *Model) last() position { return m.endOf(m.tail(len(m.path) - 1)) }

// head returns the first section of a turn: each has one.
func (m *Model) head(turn int) position {
	at, _ := m.adjacentSection(position{turn: turn, section: -1}, 1)
	return at
}

// tail returns the last section of a turn.
func (m *Model) tail(turn int) position {
	n := m.turnAt(turn).units() - 1
	at, _ := m.adjacentSection(position{turn: turn, unit: n, section: len(m.unitAt(turn, n).sections)}, -1)
	return at
}

// endOf returns the spot after the last line of a section.
func (m *Model) endOf(at position) position {
	at.block = m.sectionAt(at).blocks() - 1
	at.line = len(m.linesAt(at))
	return at
}

// adjacentSection steps to the section before (step -1) or after (1), past units without any.
func (m *Model) adjacentSection(at position, step int) (position, bool) {
	next := position{turn: at.turn, unit: at.unit, section: at.section + step}
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

// before steps to the block before; its line is after that block's last.
func (m *Model) before(at position) (position, bool) {
	if at.block > 0 {
		at.block--
		at.line = len(m.linesAt(at))
		return at, true
	}
	next, ok := m.adjacentSection(at, -1)
	if !ok {
		return at, false
	}
	return m.endOf(next), true
}

// after steps to the first line of the block after.
func (m *Model) after(at position) (position, bool) {
	if at.block+1 < m.sectionAt(at).blocks() {
		at.block, at.line = at.block+1, 0
		return at, true
	}
	return m.adjacentSection(at, 1)
}

func (m *Model) linesAt(at position) []string { return m.sectionAt(at).lines(at.block) }

func (m *Model) sectionAt(at position) *section {
	return m.unitAt(at.turn, at.unit).sections[at.section]
}

// turnAt returns a turn of the path, up to date.
func (m *Model) turnAt(i int) *turnView {
	tv := m.path[i]
	m.sync(tv)
	return tv
}

// up moves n lines up, or as many as there are.
func (m *Model) up(at position, n int) position {
	for n > 0 {
		if at.line > 0 {
			step := min(at.line, n)
			at.line -= step
			n -= step
			continue
		}
		next, ok := m.before(at)
		if !ok {
			break
		}
		at = next
	}
	return at
}

// down moves n lines down and returns how many there were; it stops after the
// last line.
func (m *Model) down(at position, n int) (position, int) {
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
