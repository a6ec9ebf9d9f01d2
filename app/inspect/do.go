package inspect

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/views"
	"gatehouse/views/inspect/tree"
)

func (s *Screen) Do(intent views.Intent) (cmd tea.Cmd, ok bool) {
	standalone := s.Look.Standalone
	switch i := intent.(type) {
	case views.SendNow:
		if standalone != nil {
			s.Overlays.Close()
			return standalone.Resend(), true
		}
	case views.SelectTurn:
		s.Overlays.Close()
		s.Look.Select(s.desk.Shown().Conv.Find(i.Turn))
		s.chooseTab()
		return s.enter(), true
	case views.ShowContent:
		return s.showContent(i.Content), true
	case views.AskMetadata:
		return s.askMetadata(), true
	case views.Relax:
		if standalone != nil && len(i.Edits) == 0 {
			return standalone.Resend(), true
		}
		return s.Look.Change(placeOf(i.Edits), i.Edits...), true
	case views.ShowPlace:
		if s.isShown() { // a place of the shown request
			return s.Look.Change(i.Pointer), true
		}
	case views.Seek:
		return s.Look.Seek(i.Frame), true
	case views.Play:
		return s.Look.Play(i.Speed), true
	case views.ShowFrame:
		s.Overlays.Close()
		return s.showFrame(i.Turn, i.Frame), true
	case views.ShowSent:
		return s.showInRequest(i.Offset), true
	case views.Compare:
		return s.compare(i.A, i.B), true
	case screen.WatchAnswer:
		return nil, s.isShown()
	case screen.ShowExchange:
		return s.showExchange(i.Of), true
	case screen.CompareExchanges:
		return s.showComparison(i.A, i.B), true
	}
	return nil, false
}

// placeOf returns where edits are shown: at the first; of a member that is removed, at
// what held it.
func placeOf(edits []views.Edit) string {
	if len(edits) == 0 {
		return ""
	}
	at := edits[0].Pointer
	if cut := strings.LastIndexByte(at, '/'); edits[0].Value == nil && cut > 0 {
		return at[:cut]
	}
	return at
}

// askMetadata sends the shown exchange's request again and asks for routing
// metadata, from now on in this conversation.
func (s *Screen) askMetadata() tea.Cmd {
	x, turn := s.Look.Exchange(), s.Look.Turn()
	switch {
	case x == nil, s.desk.Shown().Run() != nil:
		return s.desk.Resend(0) // which returns why not
	case turn != nil && !turn.CanResend():
		return s.desk.Resend(turn.ID)
	case turn == nil:
		return s.Look.Change("")
	}
	c := s.desk.Shown()
	c.AskMetadata()
	return s.desk.ResendTurn(turn, func(call *client.Call) { call.Metadata = c.Headers.Mode() })
}

// showFrame goes to a frame in the list of events, of a turn or, for 0, of the shown
// exchange.
func (s *Screen) showFrame(turn, frame int) tea.Cmd {
	if turn != 0 {
		s.Look.Select(s.desk.Shown().Conv.Find(turn))
	}
	cmd := s.Refreshed(s.SetFocus(EventsPane))
	s.events.ShowFrame(frame)
	return cmd
}

func (s *Screen) showInRequest(offset int) tea.Cmd {
	cmd := s.Refreshed(s.SetFocus(RequestPane))
	s.request.ShowOffset(offset)
	return cmd
}

func (s *Screen) showContent(h views.RowContent) tea.Cmd {
	o := tree.NewObject(s.Styles, s.Keys, h)
	o.SetFilterer(s.Options.Filter)
	return s.OpenOverlay(h.Title, o)
}

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
	show := func() tea.Cmd {
		for _, x := range slices.Backward(s.Sent.All()) {
			if x.IsForwarded() {
				return s.showExchange(x)
			}
		}
		s.chooseTab()
		return s.enter()
	}
	cmd := show()
	p.Follows = true
	return tea.Batch(cmd, s.Notify("follows the newest exchange of the proxy; %s stops following", s.Keys.Name(views.ActFollow)))
}

func (s *Screen) noteInspected() {
	s.Proxy.Inspected = nil
	if x := s.Look.Exchange(); x != nil && s.isShown() {
		s.Proxy.Inspected = x.State
	}
}

// movesOn reports whether an action leads to another exchange than the newest.
func movesOn(a views.Action) bool {
	return a == views.ActExchangeBefore || a == views.ActExchangeAfter
}

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
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
	case views.Figures, views.Tree, views.Events, views.Comparison:
		return s.handToTab(c), true
	}
	if s.isShown() && action == views.ActFind {
		return s.find(), true
	}
	return nil, false
}

func (s *Screen) performOn(x *screen.Exchange, action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActResend:
		if x.Turn != nil { // with what is chosen now
			return s.desk.ResendPrompt(x.Turn.ID), true
		}
		return x.Resend(), true
	case views.ActResendSame:
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
	case views.ActRaw:
		return s.showRaw()
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
		if why := s.nothing(p.ID); why != "" && p.ID != s.tab {
			return s.Notify("nothing in %s: %s", p.Title, why)
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
		cmd, used := s.DeliverUsed(p.ID, views.Perform{Action: c.Action})
		if all = append(all, cmd); used || c.Hidden { // one that moves stops at an end
			return tea.Batch(all...)
		}
	}
	all = append(all, s.Refreshed(s.SetFocus(here)), s.Notify("nothing here for “%s”: %s", c.Action, c.Help))
	return tea.Batch(all...)
}

// Key implements screen.Keyed.
func (s *Screen) Key(press tea.KeyPressMsg) (tea.Cmd, bool) {
	return s.Look.Key(s.page(s.tab), press, s.tabsWith)
}

// tabsWith returns the titles of the other tabs in which a key does something: what it does here, where it
// has a meaning here.
func (s *Screen) tabsWith(press tea.KeyPressMsg) (titles []string) {
	action := s.Keys.Asked(press, s.page(s.tab).Scopes...)
	has := func(b key.Binding) bool { return slices.Contains(b.Keys(), press.String()) }
	for _, p := range s.Pages() {
		other := s.Keys.Asked(press, p.Scopes...)
		if p.ID == s.tab || p.Title == "" || p.Quiet || other == "" || action != "" && other != action {
			continue
		}
		if slices.ContainsFunc(slices.Concat(views.FullHelp(p.Pane)...), has) {
			titles = append(titles, p.Title)
		}
	}
	return titles
}

// find searches the shown tab; the response where there are no events.
func (s *Screen) find() tea.Cmd {
	to := s.tab
	if to == EventsPane && s.events.Empty() {
		to = ResponsePane
	}
	return tea.Batch(s.Refreshed(s.SetFocus(to)), s.Deliver(to, views.Perform{Action: views.ActFind}))
}

// showRaw shows the next form of the body on the shown tab; on a page what the selected row
// holds. A page without rows, or without events, leads to the bytes of the answer, and the
// same key leads back.
func (s *Screen) showRaw() tea.Cmd {
	cmd := s.Refreshed(s.enter())
	page, back := s.page(s.tab), s.rawFrom
	pane, _ := page.Pane.(views.ContentPane)
	switch {
	case page.ID == EventsPane && !s.events.Empty(), slices.Contains(page.Scopes, views.Tree):
		leads := page.ID == ResponsePane && back != "" && s.response.IsRaw()
		if cmd = tea.Batch(cmd, s.Deliver(page.ID, views.Perform{Action: views.ActRaw})); leads {
			cmd = tea.Batch(cmd, s.SetFocus(back))
		}
		return cmd
	case page.ID != EventsPane && pane != nil:
		if h, ok := pane.RowContent(); ok {
			return tea.Batch(cmd, s.showContent(h))
		}
	}
	cmd = tea.Batch(cmd, s.Refreshed(s.SetFocus(ResponsePane)), screen.Address(ResponsePane, s.response.ShowRaw()))
	s.rawFrom = page.ID
	return cmd
}
