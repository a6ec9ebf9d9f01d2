package diff

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg := msg.(type) {
	case requestCompared:
		for _, part := range m.parts() {
			part.setResult(msg)
		}
		m.makeSections()
		return views.Answer{Used: true}
	case wordsCompared:
		m.answer.setResult(msg)
		m.makeSections()
		return views.Answer{Used: true}
	}
	answer, ok := m.page.Handle(msg)
	a := m.keys.Asked(msg, views.Figures, views.Comparison, views.Global)
	if !ok && a == "" {
		return answer
	}
	m.view.Forget()
	if !ok {
		answer, ok = m.page.Do(a)
		answer.Used = answer.Used && m.compares()
	}
	if !ok {
		return m.act(a)
	}
	return answer
}

func (m *Model) act(a views.Action) views.Answer {
	switch a {
	case views.ActStop:
		return views.Ask(views.Cancel{})
	case views.ActDiffFirst:
		return views.Ask(views.Compare{A: 0, B: m.b.Turn})
	case views.ActDiffSecond:
		return views.Ask(views.Compare{A: m.a.Turn, B: 0})
	}
	if !m.compares() {
		return views.Ask(views.Notify{Text: "choose two exchanges first: " + m.keys.Name(views.ActDiffFirst) + " and " + m.keys.Name(views.ActDiffSecond)})
	}
	switch a {
	case views.ActOpenRow:
		return m.toggleComplete()
	case views.ActDiffOnly:
		m.only = !m.only
		m.makeSections()
		m.page.Top()
		return views.Answer{Used: true}
	case views.ActDiffSwap:
		m.SetPair(m.b, m.a)
		if m.a.Turn != 0 && m.b.Turn != 0 {
			return views.AnswerOf(views.Compare{A: m.a.Turn, B: m.b.Turn}, m.Work(), true)
		}
		return views.AnswerOf(nil, m.Work(), true)
	case views.ActDiffSection:
		here := m.page.Here()
		m.page.ShowBlock(m.sections.after(here.Block()))
		return views.Answer{Used: m.page.Here() != here}
	case views.ActCopy:
		return views.Ask(views.Copy{What: "comparison", Text: m.sections.Source()})
	}
	return views.Answer{}
}

// toggleComplete unfolds truncated values or folds them again, and notifies if none of
// them is in view.
func (m *Model) toggleComplete() views.Answer {
	if m.unfolds() == "" {
		return views.Ask(views.Notify{Text: "nothing to unfold here"})
	}
	was := m.View()
	m.complete = !m.complete
	m.makeSections()
	switch {
	case m.View() != was:
		return views.Answer{Used: true}
	case m.complete:
		return views.Ask(views.Notify{Text: "unfolded elsewhere on this page"})
	}
	return views.Ask(views.Notify{Text: "folded elsewhere on this page"})
}

// unfolds returns a word for what enter does to truncated values, "" if nothing that is
// drawn is truncated.
func (m *Model) unfolds() string {
	switch {
	case m.complete:
		return "fold"
	case m.cut, slices.ContainsFunc(m.sections.all, func(s section) bool { return s.folded }),
		slices.ContainsFunc(m.parts(), func(p *requestPart) bool { return p.view != nil && p.view.Cut() }),
		m.answer.view != nil && m.answer.view.Folds():
		return "unfold"
	}
	return ""
}

func (m *Model) Scroll(_, dy int) {
	m.view.Forget()
	m.page.Scroll(0, dy)
}
