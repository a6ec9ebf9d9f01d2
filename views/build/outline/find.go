package outline

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/page"
)

// newFinder makes the search in the list. Going to a hit asks for its form.
func (m *Model) newFinder() page.Finder[int] {
	here := func() int { return m.index.row(m.at) }
	count := func() int { return len(m.index.rows) }
	show := func(row int) { m.hit = m.goTo(row, 1) }
	return page.NewFinder(page.List(here, count, show, func(row int, words string) bool {
		return spelling.IndexFoldUnicode(m.rowText(row), words) >= 0
	}))
}

// Typing implements views.Typist: the find line owns the letters while its
// words are being written.
func (m *Model) Typing() bool { return m.find.Typing }

func (m *Model) write(msg tea.Msg) views.Answer {
	m.hit = views.Answer{}
	answer := m.find.Write(m.keys, msg)
	if m.find.Open && m.find.Words == "" {
		m.hit = m.goTo(m.find.Origin(), 1)
	}
	m.reselect()
	return views.AnswerOf(m.hit.Intent, nil, m.hit.Used || answer.Used)
}

// toHit goes to the next hit after the selected row (by 1) or before it (-1).
func (m *Model) toHit(by int) views.Answer {
	m.changed()
	m.hit = views.Answer{}
	missed := m.find.Missed()
	m.find.Forget() // the document may be another one
	m.find.Step(by)
	return views.AnswerOf(m.hit.Intent, nil, m.hit.Used || m.find.Missed() != missed)
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
		return "not a list"
	}
	t := titleOf(p.Section, m.index.value(p))
	return t.lead + " " + t.words + " " + t.right
}
