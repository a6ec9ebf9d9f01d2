package outline

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/page"
)

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	at   views.Place
	top  int
	find page.FinderState[int]
}

func (m *Model) snapshot() snapshot {
	return snapshot{m.at, m.top, m.find.State()}
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if m.EndFind() {
			return nil, nil
		}
		return views.Cancel{}, nil
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if m.find.Typing {
			return m.write(msg), nil
		}
		return m.paste([]byte(msg.Content)), nil
	case tea.MouseClickMsg:
		return m.click(msg.Y), nil
	case tea.KeyPressMsg:
		if m.find.Typing {
			return m.write(msg), nil
		}
		return m.act(m.keys.Asked(msg, views.Outline, views.Global)), nil
	case views.Perform:
		return m.act(msg.Action), nil
	}
	return nil, nil
}

func (m *Model) Stops() string {
	if m.find.Open {
		return "end search"
	}
	return ""
}

// act does what an action of the key table says.
func (m *Model) act(a views.Action) views.Intent {
	if by, ok := views.Steps(a, m.rows()-1); ok {
		return m.goTo(m.index.row(m.at)+by, by)
	}
	switch a {
	case views.ActOpenRow:
		return m.open()
	case views.ActFind:
		m.openFind()
	case views.ActNextHit, views.ActPreviousHit:
		if !m.find.Open {
			m.openFind()
			return nil
		}
		if a == views.ActPreviousHit {
			return m.toHit(-1)
		}
		return m.toHit(1)
	default:
		return m.edit(a)
	}
	return nil
}

// goTo selects the row nearest to i, searched in the direction of by first, and
// tells of it when it is another one than before.
func (m *Model) goTo(i, by int) views.Intent {
	was := m.at
	dir := 1
	if by < 0 {
		dir = -1
	}
	m.Select(m.index.step(i, dir))
	if m.at == was {
		return nil
	}
	return m.show(false)
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
func (m *Model) click(y int) views.Intent {
	i := m.top + y
	if y < 0 || y >= m.rows() || i >= len(m.index.rows) {
		return nil
	}
	if p, ok := m.index.place(i); !ok {
		return nil
	} else if p == m.at {
		return m.open()
	}
	return m.goTo(i, 1)
}
