package outline

import (
	"gatehouse/state/report"
	"gatehouse/views"
)

// mark counts what was found below a place.
type mark struct{ faults, warnings int }

// marks are the places below which something was found.
type marks struct {
	at   map[views.Place]mark
	list [views.ItemsSection + 1]mark // at a list itself
}

func newMarks(found []report.Finding, x *index) marks {
	m := marks{at: map[views.Place]mark{}}
	for _, f := range found {
		p, ok := views.PlaceOf(f.Pointer, x.groupOf)
		switch {
		case ok:
			k := m.at[p]
			k.count(f.Level)
			m.at[p] = k
		case p.Section != views.RequestSection:
			m.list[p.Section].count(f.Level)
		}
	}
	return m
}

func (k *mark) count(l report.Level) {
	switch l {
	case report.Failed:
		k.faults++
	case report.Warning:
		k.warnings++
	}
}
