package inspect

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
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
		s.leaveList()
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
	case views.HistoryDo:
		if s.isShown() {
			return s.doSent(i), true
		}
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

// placeOf is where edits are shown: at the first; of a member that is removed, at
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
	case x == nil, s.desk.Shown().Run != nil:
		return s.desk.Resend(0) // which returns why not
	case turn != nil && !turn.CanResend():
		return s.desk.Resend(turn.ID)
	case turn == nil:
		return s.Look.Change("")
	}
	s.desk.Shown().AskMetadata()
	return s.desk.SendAgain(turn)
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

// showInRequest goes to a place of the request that was sent.
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
