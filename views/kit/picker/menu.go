package picker

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// SetMenu makes the list a menu of a few rows: the keys of their actions, shown
// at their right ends, take them, and typing filters nothing. A key that
// several rows share goes from one of them to the next.
func (m *Model) SetMenu() {
	m.menu = true
	for i := range m.items {
		if c, ok := m.keys.Command(m.items[i].Action); ok && len(c.Keys) > 0 {
			m.items[i].Right = views.KeyName(c.Keys[0])
		}
	}
}

// head is the number of rows above the list.
func (m *Model) head() int {
	if m.menu {
		return 0
	}
	if m.columns.heads != nil {
		return filterRows + 1
	}
	return filterRows
}

// chooseByKey chooses the row of a key. If several have it, it selects the next of them.
func (m *Model) chooseByKey(msg tea.Msg) views.Answer {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return views.Answer{}
	}
	var rows []int
	for i, s := range m.shown {
		if a := m.items[s.item].Action; a != "" && m.keys.Match(k, a) {
			rows = append(rows, i)
		}
	}
	switch len(rows) {
	case 0:
		return views.Answer{}
	case 1:
		return m.choose(rows[0])
	}
	if i := slices.IndexFunc(rows, func(row int) bool { return row > m.selected }); i >= 0 {
		return m.move(rows[i])
	}
	return m.move(rows[0])
}
