package outline

import (
	"strconv"
	"strings"

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
		p, ok := views.PlaceOf(pointerOf(f.Path), x.groupOf)
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

// pointerOf returns the JSON Pointer of the first two steps of a finding's
// path, which are all that decides its place.
func pointerOf(path string) string {
	member := path
	if i := strings.IndexAny(path, ".["); i >= 0 {
		member = path[:i]
	}
	element, isElement := strings.CutPrefix(path[len(member):], "[")
	if !isElement {
		return "/" + member
	}
	n, err := strconv.Atoi(element[:max(strings.IndexByte(element, ']'), 0)])
	if err != nil {
		return "/" + member
	}
	return "/" + member + "/" + strconv.Itoa(n)
}
