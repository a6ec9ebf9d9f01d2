package outline

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// find is the search in the list.
type find struct {
	open   bool // its line is shown
	typing bool // letters go into it
	words  string
	from   int // the row where the typing began
	missed bool
}

// Typing implements views.Typist: the find line owns the letters while its
// words are being written.
func (m *Model) Typing() bool { return m.find.typing }

func (m *Model) openFind() {
	m.find = find{open: true, typing: true, from: m.index.row(m.at)}
	m.settle()
}

// EndFind ends a search; ok is false when there is none.
func (m *Model) EndFind() (ok bool) {
	ok = m.find.open
	m.find = find{}
	m.settle()
	return ok
}

// findKey takes a key while the words are being written.
func (m *Model) findKey(k tea.KeyPressMsg) views.Intent {
	if m.keys.Asked(k, views.Composer) == views.ActSend {
		m.find.typing = false
		if m.find.words == "" {
			m.EndFind()
		}
		m.changed()
		return nil
	}
	words, did := m.keys.EditLine(k, m.find.words)
	if m.find.words = words; did == views.LineLeft {
		m.EndFind()
		return nil
	}
	return m.search(m.find.from, 1)
}

// search goes to the first row from a row on whose text holds the words.
func (m *Model) search(from, by int) views.Intent {
	m.changed()
	words := strings.ToLower(m.find.words)
	m.find.missed = false
	if words == "" {
		return m.goTo(m.find.from, 1)
	}
	n := len(m.index.rows)
	for step := range n {
		i := ((from+by*step)%n + n) % n
		if strings.Contains(strings.ToLower(m.rowText(i)), words) {
			return m.goTo(i, 1)
		}
	}
	m.find.missed = true
	return nil
}

// rowText is what a row can be found by.
func (m *Model) rowText(i int) string {
	p, ok := m.index.place(i)
	switch {
	case !ok:
		return ""
	case m.index.rows[i].kind == adder:
		return "+ add a " + [...]string{"group", "plugin", "tool", "item"}[p.Section]
	case p.Section == views.RequestSection:
		return p.Group
	case m.index.rows[i].kind == wrong:
		return "no list"
	}
	t := titleOf(p.Section, m.index.value(p))
	return t.lead + " " + t.words + " " + t.right
}
