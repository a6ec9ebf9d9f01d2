package outline

import (
	"gatehouse/state/check"
	"gatehouse/views"
)

// mark counts what was found below a place.
type mark struct{ faults, warnings int }

// marks are the places below which something was found.
type marks struct {
	at   map[views.Place]mark
	list [views.ItemsSection + 1]mark // at a list itself
}

func newMarks(report check.Report, x *index) marks {
	m := marks{at: map[views.Place]mark{}}
	m.count(report.Faults, x, func(k *mark) { k.faults++ })
	m.count(report.Warnings, x, func(k *mark) { k.warnings++ })
	return m
}

func (m *marks) count(findings []check.Finding, x *index, add func(*mark)) {
	for _, f := range findings {
		p, ok := views.PlaceOf(f.Pointer, x.groupOf)
		switch {
		case ok:
			k := m.at[p]
			add(&k)
			m.at[p] = k
		case p.Section != views.RequestSection:
			add(&m.list[p.Section])
		}
	}
}
