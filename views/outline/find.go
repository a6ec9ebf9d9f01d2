package outline

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/page"
)

// find is the search in the list.
type find struct {
	page.SearchLine
	from   int // the row where the typing began
	missed bool
}

// Typing implements views.Typist: the find line owns the letters while its
// words are being written.
func (m *Model) Typing() bool { return m.find.Typing }

func (m *Model) openFind() {
	m.find = find{SearchLine: page.SearchLine{Open: true, Typing: true}, from: m.index.row(m.at)}
	m.settle()
}

// EndFind ends a search; ok is false when there is none.
func (m *Model) EndFind() (ok bool) {
	ok = m.find.Open
	m.find = find{}
	m.settle()
	return ok
}

// write takes a key or a paste while the words are being written.
func (m *Model) write(msg tea.Msg) views.Intent {
	m.changed()
	switch m.find.Write(m.keys, msg) {
	case page.AskLook:
		return m.search(m.find.from, 1)
	case page.AskNext:
		return m.toHit(1)
	case page.AskBefore:
		return m.toHit(-1)
	case page.AskClose:
		m.EndFind()
	}
	return nil
}

// toHit goes to the next hit behind the selected row (by 1) or before it (-1).
func (m *Model) toHit(by int) views.Intent { return m.search(m.index.row(m.at)+by, by) }

// search goes to the first row from a row on whose text holds the words.
func (m *Model) search(from, by int) views.Intent {
	m.changed()
	words := strings.ToLower(m.find.Words)
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
