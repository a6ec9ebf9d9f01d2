package inspect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// toggleFollow shows each exchange of the proxy as it begins, the newest at once, or leaves
// the shown one where it is.
func (s *Screen) toggleFollow() tea.Cmd {
	p := s.Proxy
	switch {
	case p.Follows:
		p.Follows = false
		return s.Notify("stays on this exchange; %s follows the newest again", s.Keys.Name(views.ActFollow))
	case !p.On():
		return s.Notify("the proxy is off; %s, then %s turns it on", s.Keys.Name(views.ActConnections), s.Keys.In(views.Connections).Name(views.ActConnectionProxy))
	}
	var cmd tea.Cmd
	if all := s.Sent.Passed(); len(all) > 0 {
		cmd = s.showExchange(s.Sent.PassedAt(all[0].Key))
	} else {
		s.leaveList()
		cmd = s.enter()
	}
	p.Follows = true
	return tea.Batch(cmd, s.Notify("follows the newest exchange of the proxy; %s stops following", s.Keys.Name(views.ActFollow)))
}

// noteInspected notes which exchange a tab shows now.
func (s *Screen) noteInspected() {
	s.Proxy.Inspected = nil
	if x := s.Look.Exchange(); x != nil && s.isShown() && s.tab != SentPane {
		s.Proxy.Inspected = x.State
	}
}

// movesOn reports whether an action leads to another exchange than the newest.
func movesOn(a views.Action) bool {
	return a == views.ActExchangeBefore || a == views.ActExchangeAfter || a == views.ActTabExchanges
}
