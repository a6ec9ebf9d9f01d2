package events

import (
	"maps"
	"slices"

	"gatehouse/state/frames"
	"gatehouse/views"
)

// filter is the list of types, open or not.
type filter struct {
	open    bool
	at, top int             // the row it is at, and the first in view
	alone   []frames.TypeID // that were listed alone last
}

// oddRow is the row of the filter that leaves only what stands out; the types
// follow it.
const oddRow = 0

// filterTypes are the types that some frame has, in the order of their coming.
func (m *Model) filterTypes() []frames.TypeID {
	var all []frames.TypeID
	for t, kind := range m.list().Types() {
		if kind.Count > 0 {
			all = append(all, frames.TypeID(t))
		}
	}
	return all
}

// openFilter opens the list at the selected frame's type, or closes it.
func (m *Model) openFilter() {
	m.filter.open = !m.filter.open
	for i, t := range m.filterTypes() {
		if t == m.list().Type(m.frame) {
			m.filter.at = i + 1
		}
	}
}

// setFilter lists other frames; the selection stays where it can.
func (m *Model) setFilter(f frames.Filter) {
	m.filter.alone = nil
	m.rows.SetFilter(f)
	if n := m.rows.Lines(); n > 0 && !m.follow {
		m.selectLine(m.line())
	}
}

// selectedTypes are the types of the frames that the selected row stands for: of
// a run of a panel's deltas there may be two.
func (m *Model) selectedTypes() []frames.TypeID {
	l := m.rows.Line(m.line())
	var types []frames.TypeID
	for i := l.First; i < l.First+max(l.Count, 1); i++ {
		if t := m.list().Type(i); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// only lists some types of frames alone; a second time, at one of them, it lists
// all: the filter cuts a run of several types apart.
func (m *Model) only(f frames.Filter, types ...frames.TypeID) {
	if again := m.filter.alone; len(f.Hidden) > 0 && slices.Contains(again, types[0]) {
		types = again
	}
	hidden := map[frames.TypeID]bool{}
	for _, other := range m.filterTypes() {
		if !slices.Contains(types, other) {
			hidden[other] = true
		}
	}
	if maps.Equal(hidden, f.Hidden) {
		hidden, types = nil, nil
	}
	m.setFilter(frames.Filter{Hidden: hidden, Odd: f.Odd})
	m.filter.alone = types
}

// filterAct does what a key means while the list of types is open; it reports
// whether it is one that means something there.
func (m *Model) filterAct(a views.Action) bool {
	types := m.filterTypes()
	last := len(types)
	page := max(m.layOut().list-1, 1)
	switch a {
	case views.ActFrameUp:
		m.filter.at--
	case views.ActFrameDown:
		m.filter.at++
	case views.ActFramePageUp:
		m.filter.at -= page
	case views.ActFramePageDown:
		m.filter.at += page
	case views.ActFrameTop:
		m.filter.at = 0
	case views.ActFrameEnd:
		m.filter.at = last
	case views.ActFrameOpen, views.ActTimePlay:
		m.toggle(types)
	case views.ActFrameOnly:
		if m.filter.at > oddRow && m.filter.at <= last {
			m.only(m.rows.Filter(), types[m.filter.at-1])
		}
	default:
		return false
	}
	m.filter.at = min(max(m.filter.at, 0), last)
	return true
}

// toggle lists the type at the cursor, or hides it.
func (m *Model) toggle(types []frames.TypeID) {
	f := m.rows.Filter()
	if m.filter.at == oddRow {
		f.Odd = !f.Odd
	} else if at := m.filter.at - 1; at < len(types) {
		f.Hidden = maps.Clone(f.Hidden)
		if f.Hidden == nil {
			f.Hidden = map[frames.TypeID]bool{}
		}
		if f.Hidden[types[at]] {
			delete(f.Hidden, types[at])
		} else {
			f.Hidden[types[at]] = true
		}
	}
	m.setFilter(f)
}

// filterWords says what is listed.
func (m *Model) filterWords() string {
	f := m.rows.Filter()
	words := "all"
	if shown := len(m.filterTypes()) - len(f.Hidden); len(f.Hidden) > 0 {
		words = views.Thousands(shown) + " of " + views.Thousands(len(m.filterTypes())) + " types"
	}
	if f.Odd {
		if len(f.Hidden) == 0 {
			return "⚠ only"
		}
		words += ", ⚠ only"
	}
	return words
}
