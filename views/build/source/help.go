package source

import (
	"charm.land/bubbles/v2/key"

	"gatehouse/state/report"
	"gatehouse/views"
)

func (m *Model) ShortHelp() []key.Binding {
	if m.find.Typing {
		return views.SearchHelp(m.keys)
	}
	if m.editing {
		return m.keys.Bindings(views.ActNewLine)
	}
	actions := []views.Action{views.ActSourceEdit}
	if len(m.findings.List) > 0 {
		actions = append(actions, views.ActSourceFindingNext)
	}
	if _, ok := report.FirstRepair(m.findings.List); ok {
		actions = append(actions, views.ActSourceFix)
	}
	if m.dropped != nil {
		actions = append(actions, views.ActSourceBack)
	}
	if m.find.Open {
		actions = append(actions, views.ActNextHit, views.ActPreviousHit)
	}
	return m.keys.Bindings(append(actions, views.ActSourceForm, views.ActCopy)...)
}

func (m *Model) FullHelp() [][]key.Binding {
	scope := views.Source
	if m.editing {
		scope = views.Composer
	}
	return m.keys.Full([]views.Scope{scope})
}
