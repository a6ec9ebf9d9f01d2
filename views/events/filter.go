package events

import (
	"maps"
	"slices"

	"gatehouse/state/figures"
	"gatehouse/state/frames"
	"gatehouse/views"
)

// filter is the list of types, open or not.
type filter struct {
	open    bool
	at, top int             // the row it is at, and the first in view
	alone   []frames.TypeID // that were listed alone last
	changes int             // how often other frames were listed
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
	if !f.Same(m.rows.Filter()) {
		m.filter.changes++
	}
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

// only lists some types of frames alone, whichever come later; a second time, at
// one of them, it lists all: the filter cuts a run of several types apart.
func (m *Model) only(types ...frames.TypeID) {
	f := frames.Filter{Odd: m.rows.Filter().Odd}
	if slices.Contains(m.filter.alone, types[0]) {
		m.setFilter(f)
		return
	}
	f.Only = map[frames.TypeID]bool{}
	for _, t := range types {
		f.Only[t] = true
	}
	m.setFilter(f)
	m.filter.alone = types
}

// filterAct does what a key means while the type list is open; it reports
// whether it is one that means something there.
func (m *Model) filterAct(a views.Action) bool {
	types := m.filterTypes()
	last := len(types)
	if by, ok := views.Steps(a, m.layOut().list-1); ok {
		m.filter.at = min(max(m.filter.at+by, 0), last)
		return true
	}
	switch a {
	case views.ActOpenRow, views.ActTimePlay:
		m.toggle(types)
	case views.ActFrameOnly:
		if m.filter.at > oddRow && m.filter.at <= last {
			m.only(types[m.filter.at-1])
		}
	default:
		return false
	}
	return true
}

// toggle lists the type at the cursor, or hides it.
func (m *Model) toggle(types []frames.TypeID) {
	f := m.rows.Filter()
	if m.filter.at == oddRow {
		f.Odd = !f.Odd
	} else if at := m.filter.at - 1; at < len(types) {
		t := types[at]
		if f.Only != nil {
			f.Only = flipped(f.Only, t)
		} else {
			f.Hidden = flipped(f.Hidden, t)
		}
	}
	if !slices.ContainsFunc(types, f.Hides) {
		f.Hidden, f.Only = nil, nil
	}
	m.setFilter(f)
}

// flipped is a set of types with one more, or without it where it was in it.
func flipped(set map[frames.TypeID]bool, t frames.TypeID) map[frames.TypeID]bool {
	all := map[frames.TypeID]bool{}
	maps.Copy(all, set)
	if set[t] {
		delete(all, t)
	} else {
		all[t] = true
	}
	return all
}

// filterWords says what is listed.
func (m *Model) filterWords() string {
	f := m.rows.Filter()
	words := "all"
	if f.ByType() {
		types := m.filterTypes()
		all := len(types)
		types = slices.DeleteFunc(types, f.Hides)
		words = figures.Thousands(len(types)) + " of " + figures.Thousands(all) + " types"
	}
	if f.Odd {
		if !f.ByType() {
			return "⚠ only"
		}
		words += ", ⚠ only"
	}
	return words
}
