package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/page"
)

// newFinder makes the search for a field by its name, or for an element by its text.
func (m *Model) newFinder() page.Finder[int] {
	here := func() int { return m.selected }
	count := func() int { return len(m.rows) }
	return page.NewFinder(page.List(here, count, m.goTo, func(row int, words string) bool { return m.rows[row].holds(words) }))
}

func (m *Model) openFind() {
	m.find.Close()
	m.find.Start()
	m.changed()
}

// findKey handles a message while the words are being typed.
func (m *Model) findKey(msg tea.Msg) {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		m.goTo(m.find.Origin())
		m.find.Close()
		m.changed()
		return
	}
	if m.find.Write(m.keys, msg).Used {
		m.changed()
	}
	m.unfoldHit()
}

// toHit goes to the next hit after or before the selection.
func (m *Model) toHit(by int) {
	if !m.find.Open {
		m.openFind()
		return
	}
	missed := m.find.Missed()
	m.find.Forget() // the rows may be others
	if m.find.Step(by); m.find.Missed() != missed {
		m.changed()
	}
	m.unfoldHit()
}

// unfoldHit goes to a field in a folded object where no row holds the words.
func (m *Model) unfoldHit() {
	if m.find.Missed() && m.unfoldTo(m.find.Words) {
		m.find.Forget()
	}
}

// unfoldTo looks for the words among the names of fields in folded objects; it
// unfolds the first that has them.
func (m *Model) unfoldTo(words string) bool {
	for _, r := range m.rows {
		if r.kind != rowHead || r.open {
			continue
		}
		if under := hidden(r.what.Fields, words, 0); under != "" {
			m.Show(r.pointer + under)
			return true
		}
	}
	return false
}

// maxDepth bounds the objects within objects whose fields are searched.
const maxDepth = 12

// hidden returns the pointer, below its object, of the first field whose name
// holds the words; empty for none.
func hidden(fields []field.Field, words string, depth int) string {
	for i := range fields {
		f := &fields[i]
		if spelling.IndexFold(f.Name, words) >= 0 {
			return step("", f.Name)
		}
		if f.Kind == field.Object && depth < maxDepth {
			if under := hidden(f.Fields, words, depth+1); under != "" {
				return step("", f.Name) + under
			}
		}
	}
	return ""
}

// searched is how much of a value is looked through, in bytes.
const searched = 4 << 10

func (r *row) holds(words string) bool {
	if spelling.IndexFold(r.label, words) >= 0 || spelling.IndexFold(r.name, words) >= 0 {
		return true
	}
	text, _ := start(r.value, searched)
	return r.kind != rowHead && spelling.IndexFold(text, words) >= 0
}

// start returns the beginning of a value for the eye, at most size bytes of
// its source: a string decoded, all else as it is spelled. more is true if
// there is more of it.
func start(value []byte, size int) (text string, more bool) {
	if scan.KindOf(value) != scan.String {
		if len(value) <= size {
			return string(value), false
		}
		return strings.ToValidUTF8(string(value[:size]), ""), true
	}
	if len(value) <= size+2 {
		return scan.Text(value), false
	}
	return scan.TextStart(value, size-len(`"`)), true
}
