package transcript

import (
	"slices"
	"strings"

	keybind "charm.land/bubbles/v2/key"

	"gatehouse/views"
)

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
	var actions []views.Action
	add := func(works bool, more ...views.Action) {
		if works {
			actions = append(actions, more...)
		}
	}
	turn := m.allOpenCalls().turn
	waits := turn != nil && slices.ContainsFunc(m.path, func(tv *turnView) bool { return tv.turn == turn })
	add(m.hasFrameMark(), views.ActTurnEvents)
	add(waits && m.hasBoundCommand(), views.ActCallRun)
	if sec, _ := m.selection(); sec != nil {
		add(sec.folds, views.ActOpenRow)
		add(sec.binary != nil && sec.binary.isImage(), views.ActShowImage)
		add(sec.binary != nil, views.ActSaveBinary)
		add(m.copied() != nil, views.ActCopy)
		add(m.showsItemJSON(sec), views.ActRaw)
	}
	add(m.find.Open, views.ActNextHit, views.ActPreviousHit)
	add(!m.follow, views.ActGoEnd)
	add(!m.running(), views.ActTurnEdit, views.ActTurnResend, views.ActDelete)
	add(true, views.ActItemBefore, views.ActItemAfter)
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
