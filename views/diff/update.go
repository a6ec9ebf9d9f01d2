package diff

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/page"
)

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	page     page.State[page.Line]
	only     bool
	whole    bool
	a, b     *state.Exchange
	sections *sections
}

func (m *Model) snapshot() snapshot {
	return snapshot{m.page.State(), m.only, m.whole, m.a.Exchange, m.b.Exchange, m.sections}
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case requestCompared:
		for _, part := range m.parts() {
			part.put(msg)
		}
		m.lay()
		return nil, nil
	case wordsCompared:
		m.answer.put(msg)
		m.lay()
		return nil, nil
	}
	if answer, ok := m.page.Handle(msg); ok {
		m.view.Forget()
		return nil, answer.Cmd
	}
	a := m.keys.Asked(msg, views.Figures, views.Comparison, views.Global)
	if a == "" {
		return nil, nil
	}
	m.view.Forget()
	return m.act(a), m.Work()
}

// act does what an action of the key table says.
func (m *Model) act(a views.Action) views.Intent {
	if _, ok := m.page.Do(a); ok {
		return nil
	}
	switch a {
	case views.ActStop:
		return views.Cancel{}
	case views.ActDiffFirst:
		return views.Compare{A: 0, B: m.b.Turn}
	case views.ActDiffSecond:
		return views.Compare{A: m.a.Turn, B: 0}
	}
	if !m.pair() || m.itself() {
		return views.Notify{Text: "choose two exchanges first: " + m.keys.Name(views.ActDiffFirst) + " and " + m.keys.Name(views.ActDiffSecond)}
	}
	return m.actOnPair(a)
}

func (m *Model) actOnPair(a views.Action) views.Intent {
	switch a {
	case views.ActOpenRow:
		if m.unfolds() == "" {
			return views.Notify{Text: "nothing to unfold here"}
		}
		return m.toggleWhole()
	case views.ActDiffOnly:
		m.only = !m.only
		m.lay()
		m.page.Top()
	case views.ActDiffSwap:
		m.SetPair(m.b, m.a)
		if m.a.Turn != 0 && m.b.Turn != 0 {
			return views.Compare{A: m.a.Turn, B: m.b.Turn}
		}
	case views.ActDiffSection:
		m.page.ShowBlock(m.sections.after(m.page.Here().Block()))
	case views.ActCopy:
		return views.Copy{What: "comparison", Text: m.sections.Source()}
	}
	return nil
}

// toggleWhole unfolds what is cut short, or folds it again, and says so where none of
// it is in view.
func (m *Model) toggleWhole() views.Intent {
	was := m.View()
	m.whole = !m.whole
	m.lay()
	switch {
	case m.View() != was:
		return nil
	case m.whole:
		return views.Notify{Text: "unfolded elsewhere on this page"}
	}
	return views.Notify{Text: "folded elsewhere on this page"}
}

// unfolds is what enter does to what is cut short, in a word; empty where nothing
// is, as far as it was drawn.
func (m *Model) unfolds() string {
	switch {
	case m.whole:
		return "fold"
	case m.cut, slices.ContainsFunc(m.sections.all, func(s section) bool { return s.folded }), slices.ContainsFunc(m.parts(), func(p *requestPart) bool { return p.view != nil && p.view.Cut() }), m.answer.view != nil && m.answer.view.Folds():
		return "unfold"
	}
	return ""
}

func (m *Model) Scroll(_, dy int) {
	m.view.Forget()
	m.page.Scroll(0, dy)
}
