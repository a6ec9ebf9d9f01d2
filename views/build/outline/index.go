package outline

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

// kind is what a row of the list shows.
type kind uint8

const (
	heading kind = iota // of a section; never selected
	group               // of fields
	element             // of a list
	adder               // after the last element: one more is added here
	wrong               // instead of a list that is none
)

// row is one row of the list.
type row struct {
	kind    kind
	section views.Section
	index   int // of a group, or of an element
}

// index is where everything is in one version of the document. It is made in
// one reading of the document, and no row is drawn for it.
type index struct {
	names    []string // of the groups
	members  map[string]string
	set      []int                            // members of each group that are set
	values   [views.ItemsSection + 1][][]byte // of the sections that are lists
	bad      [views.ItemsSection + 1][]byte   // what is instead of a list
	rows     []row
	headings [views.ItemsSection + 1]int // the row of each section's heading
}

// lists returns the sections that are lists, in the order of the rows.
func lists() []views.Section {
	return []views.Section{views.PluginsSection, views.ToolsSection, views.ItemsSection}
}

func newIndex(doc []byte, groups []field.Group) *index {
	x := &index{members: map[string]string{}}
	at := map[string]int{}
	for i, g := range groups {
		x.names = append(x.names, g.Name)
		for _, f := range g.Fields {
			x.members[f.Name], at[f.Name] = g.Name, i
		}
	}
	x.names = append(x.names, views.HeadersGroup, views.PromptGroup)
	x.set = make([]int, len(x.names))
	seen := map[string]bool{}
	for m := range scan.Members(doc) {
		if i, ok := at[m.Key]; ok && !seen[m.Key] {
			x.set[i]++
			seen[m.Key] = true
		}
		for _, s := range lists() {
			if "/"+m.Key == s.Pointer() {
				x.read(s, m.Value) // of a name that occurs twice the last counts
			}
		}
	}
	x.makeRows()
	return x
}

// read reads the elements of a list.
func (x *index) read(s views.Section, value []byte) {
	x.values[s], x.bad[s] = nil, nil
	switch k := scan.KindOf(value); {
	case k == scan.Array:
		for _, v := range scan.Elements(value) {
			x.values[s] = append(x.values[s], v)
		}
	case k == scan.String && s == views.ItemsSection: // one user message in short
		x.values[s] = [][]byte{value}
	default:
		x.bad[s] = value
	}
}

func (x *index) makeRows() {
	n := 8 + len(x.names)
	for _, s := range lists() {
		n += len(x.values[s])
	}
	x.rows = make([]row, 1, n)
	for i := range x.names {
		x.rows = append(x.rows, row{kind: group, index: i})
	}
	for _, s := range lists() {
		x.headings[s] = len(x.rows)
		x.rows = append(x.rows, row{kind: heading, section: s})
		if x.bad[s] != nil {
			x.rows = append(x.rows, row{kind: wrong, section: s})
			continue
		}
		for i := range x.values[s] {
			x.rows = append(x.rows, row{kind: element, section: s, index: i})
		}
		x.rows = append(x.rows, row{kind: adder, section: s, index: len(x.values[s])})
	}
}

// groupOf returns the group of a member of the document; empty for none.
func (x *index) groupOf(member string) string { return x.members[member] }

// nearest returns the place itself, or the nearest that there is.
func (x *index) nearest(p views.Place) views.Place {
	if p.Section == views.RequestSection {
		return views.Place{Group: x.names[max(slices.Index(x.names, p.Group), 0)]}
	}
	p.Group = ""
	p.Index = max(min(p.Index, len(x.values[p.Section])), 0)
	return p
}

func (x *index) row(p views.Place) int {
	p = x.nearest(p)
	if p.Section != views.RequestSection {
		return x.headings[p.Section] + 1 + p.Index
	}
	return 1 + slices.Index(x.names, p.Group)
}

// place returns the place of a row; ok is false for a heading.
func (x *index) place(i int) (p views.Place, ok bool) {
	switch r := x.rows[i]; r.kind {
	case heading:
		return views.Place{}, false
	case group:
		return views.Place{Group: x.names[r.index]}, true
	default:
		return views.Place{Section: r.section, Index: r.index}, true
	}
}

// step returns the place of the row nearest to i that has one, searched in the
// direction by first.
func (x *index) step(i, by int) views.Place {
	i = max(min(i, len(x.rows)-1), 0)
	for _, dir := range []int{by, -by} {
		for j := i; j >= 0 && j < len(x.rows); j += dir {
			if p, ok := x.place(j); ok {
				return p
			}
		}
	}
	return views.Place{Group: x.names[0]}
}

// value returns what is at a place of a list; nil where nothing does.
func (x *index) value(p views.Place) []byte {
	if values := x.values[p.Section]; p.Section != views.RequestSection && p.Index < len(values) {
		return values[p.Index]
	}
	return nil
}

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
