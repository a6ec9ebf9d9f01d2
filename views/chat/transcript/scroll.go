package transcript

import (
	"cmp"
	"slices"
)

// Scroll implements views.Scroller. Any way up leaves following; reaching the
// end takes it up again.
func (m *Model) Scroll(_, dy int) {
	m.update()
	if dy == 0 || len(m.path) == 0 {
		return
	}
	m.changed()
	if at := m.topPosition(); dy < 0 {
		m.stopFollowing()
		m.top = m.anchorOf(m.up(at, -dy))
	} else {
		at, _ = m.down(at, dy)
		m.goTo(at)
	}
	m.showSelection()
}

// goTo puts a spot on the first line of the screen, or follows when the content
// below it does not fill the screen.
func (m *Model) goTo(at position) {
	if _, below := m.down(at, m.page()+1); below <= m.page() {
		m.readFailure()
		m.Follow()
		return
	}
	m.stopFollowing()
	m.top = m.anchorOf(at)
}

// resumeFollowing takes up following when there is nothing below the screen to go to,
// after its size, a fold or the view of a turn changed.
func (m *Model) resumeFollowing() {
	if m.update(); m.follow || len(m.path) == 0 || m.page() == 0 {
		return
	}
	if _, below := m.down(m.topPosition(), m.page()); below < m.page() {
		m.Follow()
	}
}

// stopFollowing ends following: the screen does not move when more arrives.
func (m *Model) stopFollowing() {
	if m.follow {
		m.top = m.anchorOf(m.topPosition())
		m.follow, m.left = false, m.atEnd()
	}
}

// atEnd returns the answer at the end and its version now, also while it is shown as it
// was earlier.
func (m *Model) atEnd() exchangeAt {
	if len(m.path) == 0 {
		return exchangeAt{}
	}
	last := m.path[len(m.path)-1].turn
	if last == m.earlier.then {
		last = m.earlier.of
	}
	if last.Exchange == nil {
		return exchangeAt{}
	}
	return exchangeAt{last.Exchange, last.Exchange.Version}
}

// page returns how many lines the transcript has on the screen.
func (m *Model) page() int {
	if m.find.Open {
		return max(m.height-1, 0)
	}
	return m.height
}

func (m *Model) topPosition() position {
	if !m.follow {
		return m.positionOf(m.top)
	}
	at := m.up(m.last(), m.page())
	if title, ok := m.title(); ok && m.sectionAt(title).key != m.read && later(at, title) {
		return title
	}
	return at
}

// title returns the first line of the failure that the last turn ended with.
func (m *Model) title() (position, bool) {
	t := len(m.path) - 1
	tv := m.turnAt(t)
	for s, sec := range tv.after.sections {
		if sec.key.part == partFailure {
			return position{turn: t, unit: tv.units() - 1, section: s, line: sec.gap}, true
		}
	}
	return position{}, false
}

// later reports whether a is after b, of the same turn.
func later(a, b position) bool {
	return a.turn == b.turn && cmp.Or(a.unit-b.unit, a.section-b.section, a.line-b.line) > 0
}

// readFailure lets what is followed be the end of a failure's screen that is
// higher than the pane, instead of its title.
func (m *Model) readFailure() {
	if len(m.path) == 0 {
		return
	}
	if title, ok := m.title(); ok {
		m.read = m.sectionAt(title).key
	}
}

// toTurn goes to the turn before (step -1) or after (1) the selected one.
func (m *Model) toTurn(step int) {
	t := max(m.place(m.choice().turn), 0)
	if top := m.topPosition(); len(m.rows) > 0 && step < 0 && top != m.head(t) && top.turn == t {
		step = 0 // first to the head of the turn that is on the screen
	}
	m.toHead(max(min(t+step, len(m.path)-1), 0))
}

func (m *Model) toHead(turn int) {
	at := m.head(turn)
	m.selected = m.sectionAt(at).key
	m.goTo(at)
}

func (m *Model) toItem(step int) {
	at, ok := m.adjacentSection(m.positionOf(anchor{key: m.choice()}), step)
	for ok {
		if k := m.sectionAt(at).key; k.part != partModel && k.piece != waitPiece {
			break
		}
		at, ok = m.adjacentSection(at, step)
	}
	if !ok {
		return
	}
	m.selected = m.sectionAt(at).key
	switch {
	case slices.ContainsFunc(m.rows, func(r row) bool { return r.key == m.selected }):
	case step < 0:
		m.stopFollowing()
		m.top = m.anchorOf(at)
	default:
		m.goTo(m.up(at, m.page()/2))
	}
}

// showSelection moves the selection to what is on the screen when it has been
// scrolled away.
func (m *Model) showSelection() {
	m.layout()
	var nearest key
	chosen := m.choice()
	for _, r := range m.rows {
		if r.key == chosen {
			return
		}
		if r.key.turn != 0 && r.key.part != partModel {
			nearest = r.key
		}
	}
	if nearest.turn != 0 {
		m.selected = nearest
	}
}

// ShowTurn selects a turn of the path and scrolls its head to the top of the
// screen, if the content below fills it.
func (m *Model) ShowTurn(id int) {
	m.update()
	if t := m.place(id); t >= 0 {
		m.toHead(t)
		m.changed()
	}
}
