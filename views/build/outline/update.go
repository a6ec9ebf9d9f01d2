package outline

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

func (m *Model) Update(msg tea.Msg) views.Answer {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Ask(views.Cancel{})
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return views.Ask(m.paste([]byte(msg.Content)))
	case tea.MouseClickMsg:
		return m.click(msg.Y)
	case tea.KeyPressMsg:
		return m.act(m.keys.Asked(msg, views.Outline, views.Global))
	case views.Perform:
		return m.act(msg.Action)
	}
	return views.Answer{}
}

func (m *Model) act(a views.Action) views.Answer {
	if by, ok := views.Steps(a, m.rows()-1); ok {
		return m.goTo(m.index.row(m.at)+by, by)
	}
	if a == views.ActOpenRow {
		return views.Ask(m.open())
	}
	return views.Ask(m.edit(a))
}

// goTo selects the row nearest to i, searched in the direction of by first, and asks for
// its form when it is another one than before.
func (m *Model) goTo(i, by int) views.Answer {
	at, top := m.at, m.top
	m.Select(m.index.step(i, cmp.Or(cmp.Compare(by, 0), 1)))
	if m.at == at {
		return views.Answer{Used: m.top != top}
	}
	return views.AnswerOf(m.show(false), nil, true)
}

// show asks for the form of the selected place.
func (m *Model) show(enter bool) views.Intent {
	if m.index.rows[m.index.row(m.at)].kind == wrong {
		if enter {
			return views.ShowPlace{Pointer: m.at.Section.Pointer()}
		}
		return nil
	}
	return views.ShowForm{Place: m.at, Enter: enter}
}

// open is enter: it goes to the form, and where there is none yet it adds.
func (m *Model) open() views.Intent {
	if m.index.rows[m.index.row(m.at)].kind == adder {
		return m.add()
	}
	return m.show(true)
}

// click selects a row; a click on the selected one opens it.
func (m *Model) click(y int) views.Answer {
	i := m.top + y
	if y < 0 || y >= m.rows() || i >= len(m.index.rows) {
		return views.Answer{}
	}
	switch p, ok := m.index.place(i); {
	case !ok:
		return views.Answer{}
	case p == m.at:
		return views.Ask(m.open())
	}
	return m.goTo(i, 1)
}
