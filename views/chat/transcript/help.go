package transcript

import (
	"strings"

	keybind "charm.land/bubbles/v2/key"

	"gatehouse/views"
)

// ShortHelp implements help.KeyMap: what works now.
func (m *Model) ShortHelp() []keybind.Binding {
	if m.find.Typing {
		return views.SearchHelp(m.keys)
	}
	if m.Choosing() {
		return m.keys.Renamed(views.ActListChoose, strings.ToLower(m.welcome.Offers[m.welcome.at].Group))
	}
	if m.isEmpty() {
		return nil
	}
	actions := []views.Action{}
	if m.hasFrameMark() {
		actions = append(actions, views.ActTurnEvents)
	}
	if m.hasOpenCall() {
		actions = append(actions, views.ActCallType)
		if m.hasBoundCommand() {
			actions = append(actions, views.ActCallRun)
		}
		actions = append(actions, views.ActCallMake)
	}
	if sec, _ := m.selection(); sec != nil {
		if sec.folds {
			actions = append(actions, views.ActOpenRow)
		}
		if sec.binary != nil && sec.binary.isImage() {
			actions = append(actions, views.ActShowImage)
		}
		if sec.binary != nil {
			actions = append(actions, views.ActSaveBinary)
		}
		if m.copied() != nil {
			actions = append(actions, views.ActCopy)
		}
		if m.showsItemJSON(sec) {
			actions = append(actions, views.ActRaw)
		}
	}
	if m.find.Open {
		actions = append(actions, views.ActNextHit, views.ActPreviousHit)
	}
	if !m.follow {
		actions = append(actions, views.ActGoEnd)
	}
	if !m.running() {
		actions = append(actions, views.ActTurnEdit, views.ActTurnResend, views.ActDelete)
	}
	actions = append(actions, views.ActItemBefore, views.ActItemAfter)
	bindings := m.keys.Bindings(actions...)
	for i, a := range actions {
		switch {
		case a == views.ActRaw && m.spelled[m.selected]:
			bindings[i] = m.keys.As(a, "pretty")
		case a == views.ActRaw:
			bindings[i] = m.keys.As(a, "JSON")
		}
	}
	return bindings
}

func (m *Model) FullHelp() [][]keybind.Binding {
	return m.keys.Full([]views.Scope{views.Transcript})
}
