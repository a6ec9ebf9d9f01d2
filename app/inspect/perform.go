package inspect

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	if s.isShown() && s.tab == SentPane {
		if cmd, ok := s.performOnSent(action); ok {
			return cmd, true
		}
	}
	if action == views.ActFollow {
		return s.toggleFollow(), true
	}
	if x := s.Look.Exchange(); x != nil && s.isShown() {
		if movesOn(action) {
			s.Proxy.Follows = false
		}
		if cmd, ok := s.performOn(x, action); ok {
			return cmd, true
		}
	}
	if action == views.ActInspect {
		return s.enter(), true
	}
	c, ok := screen.KeysOn(s.Keys, s.Pages(), s.tab, views.Inspect).Command(action)
	if !ok {
		return nil, false
	}
	switch c.Scope {
	case views.Inspect:
		return s.performHere(action), true
	case views.Figures, views.Tree, views.Events, views.Comparison, views.Exchanges:
		return s.handToTab(c), true
	}
	if s.isShown() && (action == views.ActRaw || action == views.ActFind) {
		return s.performShared(action), true
	}
	return nil, false
}

func (s *Screen) performOn(x *screen.Exchange, action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActResend:
		return x.Resend(), true
	case views.ActSendNow:
		if x.Turn != nil { // what the conversation sends next
			return s.desk.SendNow(), true
		}
		return x.Resend(), true
	case views.ActPreview:
		return x.Preview(), true
	case views.ActChange:
		return s.change(x), true
	case views.ActCopyMenu:
		return s.Look.CopyMenu(x), true
	case views.ActMakeCheck:
		return s.Look.MakeCheck(x), true
	case views.ActTeamMark:
		return s.shareWithTeam(x), true
	case views.ActExchangeBefore:
		return x.Step(-1), true
	case views.ActExchangeAfter:
		return x.Step(1), true
	}
	return nil, false
}

// shareWithTeam has an exchange shared with the team, or not.
func (s *Screen) shareWithTeam(x *screen.Exchange) tea.Cmd {
	switch {
	case x == nil || x.Capture == nil:
		return s.Notify("no exchange is shown")
	case x.Listed != nil && x.Listed.By != "":
		return s.Notify("it is in the history of the team")
	}
	return s.ShareWithTeam(x.Capture.ID, func() tea.Cmd { return nil })
}

// change opens the request of an exchange where it is made. What the conversation sends
// then is compared with it.
func (s *Screen) change(x *screen.Exchange) tea.Cmd {
	cmd := s.Look.Change("")
	if x.Turn == nil || x.State == nil || !x.State.Known.Request {
		return cmd // Change reports what happens next
	}
	s.desk.CompareNext(x)
	return tea.Batch(cmd, s.Notify("change the request; %s sends it and shows the diff", s.Keys.Name(views.ActSendNow)))
}

// performHere does an action of the inspector's part of the key table.
func (s *Screen) performHere(action views.Action) tea.Cmd {
	switch action {
	case views.ActTreeView:
		return s.view()
	case views.ActTabExchanges:
		return s.SetFocus(SentPane)
	case views.ActTeamMark:
		return tea.Batch(s.enter(), s.shareWithTeam(s.Look.Exchange()))
	case views.ActChange:
		return tea.Batch(s.enter(), s.Look.Change(""))
	case views.ActExchangeBefore:
		return tea.Batch(s.enter(), s.Look.Step(-1))
	case views.ActExchangeAfter:
		return tea.Batch(s.enter(), s.Look.Step(1))
	}
	for _, p := range s.tabs {
		if p.Action != action {
			continue
		}
		if why := s.absent(p.ID); why != "" {
			return s.Notify("no %s tab here: %s", p.Title, why)
		}
		s.rawFrom = "" // also where the tab is shown already
		return s.SetFocus(p.ID)
	}
	return nil
}

// handToTab hands an action of a pane to a tab that has a use for it: the shown one,
// else the first of those in whose scope it is. A notice reports if there is none.
func (s *Screen) handToTab(c views.Command) tea.Cmd {
	here := s.tab
	tabs := []screen.Page{s.page(here)}
	for _, p := range screen.Present(s.Pages()) {
		if p.ID != here {
			tabs = append(tabs, p)
		}
	}
	var all []tea.Cmd
	for _, p := range tabs {
		if !slices.Contains(p.Scopes, c.Scope) {
			continue
		}
		all = append(all, s.Refreshed(s.SetFocus(p.ID))) // the pane must have the exchange first
		cmd, used := s.Hand(p.ID, views.Perform{Action: c.Action})
		if all = append(all, cmd); used || c.Hidden { // one that moves stops at an end
			return tea.Batch(all...)
		}
	}
	all = append(all, s.Refreshed(s.SetFocus(here)), s.Notify("nothing here for “%s”: %s", c.Action, c.Help))
	return tea.Batch(all...)
}

func (s *Screen) Key(press tea.KeyPressMsg) (tea.Cmd, bool) { return s.Look.Key(s.page(s.tab), press) }

// view shows the next form of the body on the shown tab; on a tab without one what
// the selected row holds, and where no row is selected, the answer.
func (s *Screen) view() tea.Cmd {
	cmd := s.Refreshed(s.enter())
	page := s.page(s.tab)
	if slices.Contains(page.Scopes, views.Tree) {
		return tea.Batch(cmd, s.Deliver(page.ID, views.Perform{Action: views.ActTreeView}))
	}
	pane, ok := page.Pane.(views.ContentPane)
	if !ok {
		return tea.Batch(cmd, s.SetFocus(ResponsePane))
	}
	h, ok := pane.RowContent()
	if !ok {
		return tea.Batch(cmd, s.Notify("nothing more in this row; %s shows the raw response", s.Keys.Name(views.ActRaw)))
	}
	return tea.Batch(cmd, s.showContent(h))
}

// performShared does an action that every screen has: to find, or to show what is
// raw. Raw are the bytes of the answer. A tab without bytes leads to them, and the
// same key leads back.
func (s *Screen) performShared(action views.Action) tea.Cmd {
	here, to := s.tab, s.tab
	if action == views.ActRaw && slices.Contains(s.page(here).Scopes, views.Figures) || here == EventsPane && s.events.Empty() {
		to = ResponsePane
	}
	rawFrom := s.rawFrom
	cmd := s.Refreshed(s.SetFocus(to))
	switch {
	case action == views.ActFind || here == to && (rawFrom == "" || !s.response.IsRaw()):
		return tea.Batch(cmd, s.Deliver(to, views.Perform{Action: action}))
	case here == to:
		return tea.Batch(cmd, s.Deliver(to, views.Perform{Action: action}), s.SetFocus(rawFrom))
	}
	s.rawFrom = here
	return tea.Batch(cmd, screen.Address(to, s.response.ShowRaw()))
}
