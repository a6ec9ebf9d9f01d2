package transcript

import (
	"strings"

	"gatehouse/views"
)

// branch asks for the branch beside a turn or, where that turn has none, beside
// the nearest turn above it that has.
func (m *Model) branch(turn, step int) views.Intent {
	found := 0
	for _, tv := range m.path {
		if len(m.conv.Siblings(tv.turn)) > 1 {
			found = tv.id
		}
		if tv.id == turn {
			break
		}
	}
	if found == 0 {
		return views.Notify{Text: "no other branch here"}
	}
	return views.Branch{Turn: found, Step: step}
}

// ShowTurn selects a turn of the path and brings its head to the top of the
// screen, as far as what lies below fills it.
func (m *Model) ShowTurn(id int) {
	m.update()
	for t, tv := range m.path {
		if tv.id == id {
			m.toHead(t)
			m.changed()
			return
		}
	}
}

// branchKeys names the keys that lead to the branches beside a turn, as far as
// there are any.
func (m *Model) branchKeys() string {
	var names []string
	for _, a := range []views.Action{views.ActBranchPrev, views.ActBranchNext} {
		if c, ok := m.keys.Command(a); ok && len(c.Keys) > 0 {
			names = append(names, views.KeyName(c.Keys[0]))
		}
	}
	return strings.Join(names, " ")
}
