package source

import (
	"charm.land/bubbles/v2/key"

	"gatehouse/views"
)

// ShortHelp implements help.KeyMap: what works now.
func (m *Model) ShortHelp() []key.Binding {
	if m.find.Typing {
		return views.SearchHelp(m.keys)
	}
	if m.editing {
		return []key.Binding{m.keys.Binding(views.ActNewLine)}
	}
	actions := []views.Action{views.ActSourceEdit}
	if len(m.findings.list) > 0 {
		actions = append(actions, views.ActSourceFindingNext)
	}
	if m.dropped != nil {
		actions = append(actions, views.ActSourceBack)
	}
	if m.find.Open {
		actions = append(actions, views.ActNextHit, views.ActPreviousHit)
	}
	return m.bindings(append(actions, views.ActSourceForm, views.ActCopy))
}

func (m *Model) bindings(actions []views.Action) []key.Binding {
	out := make([]key.Binding, len(actions))
	for i, a := range actions {
		out[i] = m.keys.Binding(a)
	}
	return out
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	scope := views.Source
	if m.editing {
		scope = views.Composer
	}
	return [][]key.Binding{m.keys.Of(scope)}
}
