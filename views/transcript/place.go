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
type spot struct{ turn, section, block, line int }

// spotOf finds a place. What is not there any more is replaced by what stands
// nearest before it.
func (m *Model) spotOf(p place) spot {
	for t, tv := range m.path {
		if tv.id != p.key.turn {
			continue
		}
		m.sync(tv)
		for s, sec := range tv.sections {
			if sec.key == p.key {
				was := p.height
				if p.width == m.columns() {
					was = 0
				}
				return m.clamp(spot{t, s, p.block, p.line}, was)
			}
		}
		return m.clamp(spot{turn: t, section: m.nearest(tv, p.key)}, 0)
	}
	return spot{}
}

// nearest returns the last section of a turn that shows what k shows a piece of; where
// that is not there, the last one that k's would stand behind.
func (m *Model) nearest(tv *turnView, k key) int {
	best, same := 0, false
	for s, sec := range tv.sections {
		at := sec.key
		switch {
		case at.part == k.part && at.item == k.item:
			best, same = s, true
		case !same && (at.part < k.part || at.part == k.part && at.item < k.item):
			best = s
		}
	}
	return best
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
func (m *Model) first() spot { return spot{} }

// last is the spot behind the last line.
func (m *Model) last() spot {
	t := len(m.path) - 1
	tv := m.turnAt(t)
	s := len(tv.sections) - 1
	b := tv.sections[s].blocks() - 1
	return spot{t, s, b, len(tv.sections[s].lines(b))}
}

// before steps to the block before; its line is behind that block's last.
func (m *Model) before(at spot) (spot, bool) {
	switch {
	case at.block > 0:
		at.block--
	case at.section > 0:
		at.section--
		at.block = m.sectionAt(at).blocks() - 1
	case at.turn > 0:
		at.turn--
		at.section = len(m.turnAt(at.turn).sections) - 1
		at.block = m.sectionAt(at).blocks() - 1
	default:
		return at, false
	}
	at.line = len(m.linesAt(at))
	return at, true
}

// after steps to the first line of the block after.
func (m *Model) after(at spot) (spot, bool) {
	tv := m.turnAt(at.turn)
	at.line = 0
	switch {
	case at.block+1 < tv.sections[at.section].blocks():
		at.block++
	case at.section+1 < len(tv.sections):
		at.section, at.block = at.section+1, 0
	case at.turn+1 < len(m.path):
		at.turn, at.section, at.block = at.turn+1, 0, 0
	default:
		return at, false
	}
	return at, true
}

func (m *Model) linesAt(at spot) []string { return m.sectionAt(at).lines(at.block) }

func (m *Model) sectionAt(at spot) *section { return m.turnAt(at.turn).sections[at.section] }

// turnAt returns a turn of the path with its sections made.
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
