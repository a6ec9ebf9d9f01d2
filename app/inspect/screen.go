// Package inspect is the inspector: what really happened in an exchange, a tab a
// question. Which exchange is shown, and which moment of it, is in app/look; the
// panes are in views.
package inspect

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/client/capture"
	"gatehouse/views"
	"gatehouse/views/inspect/diff"
	"gatehouse/views/inspect/events"
	"gatehouse/views/inspect/fusion"
	"gatehouse/views/inspect/overview"
	"gatehouse/views/inspect/tree"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// The tabs that something besides the table asks for.
const (
	OverviewPane  screen.ID = "inspect/overview"
	FusionPane    screen.ID = "inspect/fusion"
	GuardrailPane screen.ID = "inspect/guardrail"
	RequestPane   screen.ID = "inspect/request"
	ResponsePane  screen.ID = "inspect/response"
	EventsPane    screen.ID = "inspect/events"
	LintPane      screen.ID = "inspect/lint"
	CachePane     screen.ID = "inspect/cache"
	ReceiptPane   screen.ID = "inspect/receipt"
	DiffPane      screen.ID = "inspect/diff"
)

// Screen is the inspector.
type Screen struct {
	*screen.Host
	Look *look.Look
	desk *desk.Desk

	tabs     []screen.Page
	response *tree.Response
	events   *events.Model
	diff     *diff.Model
	route    route
	guards   guards
	caching  caching
	request  *tree.Request
	asks     asking

	tab      screen.ID     // that has the focus, or had it last
	from     screen.ID     // the page of another screen that had the focus before
	rawFrom  screen.ID     // the tab that was left for the bytes of the answer; empty for none, and once another tab was shown
	position look.Position // that the list of events was given last
	pair     pair
	fusion   hasFusion
	asked    asked // of the exchange that was named last
}

var (
	_ screen.Watcher = (*Screen)(nil)
	_ screen.Noter   = (*Screen)(nil)
	_ screen.Stopper = (*Screen)(nil)
	_ screen.Keyed   = (*Screen)(nil)
)

// New makes the screen.
func New(d *desk.Desk, l *look.Look) *Screen {
	styles, keys := d.Styles, d.Keys
	request := tree.NewRequest(styles, keys)
	s := &Screen{
		Host: d.Host, desk: d, Look: l,
		route:    route{keys: keys},
		response: tree.NewResponse(styles, keys),
		events:   events.New(styles, keys, capture.FrameAt),
		request:  request,
		diff:     diff.New(styles, keys),
		tab:      OverviewPane,
	}
	request.SetFilterer(d.Options.Filter)
	s.response.SetFilterer(d.Options.Filter)
	figures, json := []views.Scope{views.Figures}, []views.Scope{views.Tree}
	s.tabs = []screen.Page{
		{ID: OverviewPane, Title: "Overview", Action: views.ActTabOverview, Scopes: figures, Pane: overview.New(styles, keys)},
		{ID: "inspect/route", Title: "Route", Action: views.ActTabRoute, Scopes: figures, Pane: reports.NewTab(styles, keys, s.route.tab())},
		{ID: FusionPane, Title: "Fusion", Action: views.ActTabFusion, Scopes: figures, Pane: reports.NewTab(styles, keys, fusion.Tab())},
		{ID: GuardrailPane, Title: "Guardrails", Short: "Guard", Action: views.ActTabGuardrails, Scopes: figures, Pane: reports.NewTab(styles, keys, s.guards.tab())},
		{ID: RequestPane, Title: "Request", Short: "Req", Action: views.ActTabRequest, Scopes: json, Pane: request},
		{ID: ResponsePane, Title: "Response", Short: "Resp", Action: views.ActTabResponse, Scopes: json, Pane: s.response},
		{ID: EventsPane, Title: "Events", Action: views.ActTabEvents, Scopes: []views.Scope{views.Events}, Pane: s.events},
		{ID: LintPane, Title: "Lint", Action: views.ActTabLint, Scopes: figures, Pane: reports.NewTab(styles, keys, linted)},
		{ID: CachePane, Title: "Cache", Action: views.ActTabCache, Scopes: figures, Pane: reports.NewTab(styles, keys, s.caching.cache())},
		{ID: ReceiptPane, Title: "Receipt", Action: views.ActTabReceipt, Scopes: figures, Pane: reports.NewTab(styles, keys, s.caching.receipt())},
		{ID: DiffPane, Title: "Diff", Action: views.ActTabDiff, Scopes: []views.Scope{views.Comparison, views.Figures}, Pane: s.diff},
	}
	return s
}

func (s *Screen) ModelsChanged() {
	if s.Link.Models.Err == nil {
		s.route.setModels(s.Link.Models.Catalogue)
	}
}

func (s *Screen) page(id screen.ID) screen.Page { return screen.PageOf(s.tabs, id) }

func (s *Screen) isPage(id screen.ID) bool { return s.page(id).Pane != nil }

func (s *Screen) isShown() bool { return s.isPage(s.Focus()) }

// enter shows the tab that was shown last, or the Overview if it has nothing to show without an
// exchange.
func (s *Screen) enter() tea.Cmd {
	if s.Look.Exchange() == nil && s.nothing(s.tab) != "" {
		s.tab = OverviewPane
	}
	return s.SetFocus(s.tab)
}

// chooseTab chooses the tab for another exchange: the shown one, or the Overview, which always has
// something to say, of an exchange that is opened from a list.
func (s *Screen) chooseTab() {
	if !s.isShown() {
		s.tab = OverviewPane
	}
}

func (s *Screen) showExchange(x *screen.Exchange) tea.Cmd {
	cmd := s.desk.GoTo(x)
	s.Look.SelectExchange(x)
	s.chooseTab()
	cmd = tea.Batch(cmd, s.enter())
	s.noteInspected()
	return cmd
}

func (s *Screen) FocusMoves(from, to screen.ID) {
	s.rawFrom = ""
	was, is := s.isPage(from), s.isPage(to)
	switch {
	case was && !is:
		s.Proxy.Follows = false
		s.Look.Standalone = nil
	case !was && is:
		s.from = from
	}
	s.Look.Inspecting, s.Look.Complete = is, to == DiffPane
	if is {
		s.tab = to
	}
}

func (s *Screen) Refresh() tea.Cmd {
	s.Look.Refresh()
	s.events.SetPreview(s.PreviewPlace())
	s.showPosition()
	s.noteInspected()
	switch {
	case !s.isShown():
		return nil
	case s.tab == DiffPane:
		return s.showPair()
	}
	moment := look.AtPlayback
	if s.tab == EventsPane {
		moment = look.AtEnd
	}
	refresh := s.Look.RefreshPane(s.tab, s.page(s.tab).Pane, moment)
	switch s.tab {
	case CachePane, ReceiptPane:
		return tea.Batch(refresh, s.showCache())
	case GuardrailPane:
		return tea.Batch(refresh, s.guards.search(s.Look.LastSubject().Exchange))
	}
	return refresh
}

// showPosition shows the playback position in the list of events, which may not have
// been on the screen yet.
func (s *Screen) showPosition() {
	now, was := s.Look.Position(), s.position
	if now == was {
		return
	}
	s.position = now
	if now.Exchange != was.Exchange {
		s.events.SetTime(-1, 0, 0, nil)
		if now.Exchange == nil {
			return
		}
		s.events.SetSubject(s.Look.Subject(s.Look.Exchange()))
	}
	s.events.SetTime(now.Frame, now.AtUS, now.Speed, now.Snapshot)
}

// Notes implements screen.Noter. The list of events has the playback position in
// it.
func (s *Screen) Notes() []string {
	if s.tab == EventsPane {
		return s.desk.DelayNote()
	}
	return slices.Concat(s.Look.PlaybackNote(), s.desk.DelayNote())
}

// Stop implements screen.Stopper: it stops the screen that sent the shown exchange
// for itself.
func (s *Screen) Stop() (ok bool) {
	x := s.Look.Standalone
	return x != nil && x.Sender.Stop()
}

func (s *Screen) Escapes() []screen.Escape {
	return screen.Escapes(s.desk.LeaveWaiting(), s.Look.ToEnd(), s.Back(s.from))
}

// roomy is the height from which on a row between the tabs and the page is left
// empty.
const roomy = 30

func (s *Screen) Arrange(size screen.Size) screen.Layout { return arrange(size, s.tab) }

// arrange lays out the screen: a line of tabs, and below it the page of one.
func arrange(size screen.Size, tab screen.ID) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 2, size.Notice, views.Rules(size.Height))
	if l.TooSmall {
		return screen.Layout{Layout: l, Pages: map[screen.ID]views.Rect{tab: {}}}
	}
	body.H -= l.Notice.H
	l.Tabs = views.Rect{Y: body.Y, W: size.Width, H: 1}
	above := 1
	if size.Height >= roomy {
		above = 2
	}
	page := views.Rect{Y: body.Y + above, W: size.Width, H: body.H - above}
	return screen.Layout{Layout: l, Pages: map[screen.ID]views.Rect{tab: page}}
}

func (s *Screen) Facts() screen.Facts {
	var f screen.Facts
	if x := s.Look.Exchange(); x != nil && x.State != nil {
		f.Name = s.name(x)
	}
	if x := s.Look.Standalone; x != nil {
		f.Top = x.Sender.Facts().Top
		if x.Sender.Running() > 0 {
			f.StopWord = "stop"
		}
	} else {
		t := s.Look.Turn()
		f.Top = s.Look.TopFacts(t)
		if f.Top.Running && (t == nil || t.Exchange == nil || !t.Exchange.Running()) { // another one of the conversation
			f.Top.Running, f.Top.InChat = false, true
			f.Top.Others++
		}
		if s.desk.Shown().Run() != nil {
			f.StopWord = "stop"
		}
	}
	if t, ok := s.page(s.tab).Pane.(views.Typist); ok && t.Typing() {
		return f
	}
	for _, a := range []views.Action{views.ActNextPane, views.ActExchangeBefore,
		views.ActExchangeAfter, views.ActResendSame, views.ActChange, views.ActCopyMenu, views.ActQuit} {
		if !s.does(a) {
			continue
		}
		b := s.Keys.In(views.Inspect).Binding(a)
		if a == views.ActNextPane {
			b = s.Keys.As(a, "next tab")
		}
		f.Keys = append(f.Keys, b)
	}
	return f
}

// does reports whether an action does something to the shown exchange.
func (s *Screen) does(a views.Action) bool {
	x := s.Look.Exchange()
	at, count := -1, len(s.desk.Shown().Turns())
	if x != nil {
		at, count = x.Place()
	}
	switch a {
	case views.ActCopyMenu:
		return x != nil
	case views.ActChange:
		return x != nil && x.State != nil && x.State.Known.Request
	case views.ActResend, views.ActResendSame:
		if x == nil || x.State == nil || !x.State.Known.Request || x.State.Running() {
			return false
		}
		return x.Sender != nil || s.desk.Shown().Run() == nil
	case views.ActExchangeBefore:
		return count > 1 && at != 0
	case views.ActExchangeAfter: // after the last exchange of a conversation is the one that is sent next
		return count > 1 && (s.Look.Standalone == nil || at < count-1)
	}
	return true
}

// asked caches the first words of a request, which may be long.
type asked struct {
	of    *screen.Exchange
	words string
}

// name names an exchange above its tabs: its place, its verdict, and what was asked.
func (s *Screen) name(x *screen.Exchange) string {
	if s.asked.of != x {
		s.asked = asked{of: x}
		switch {
		case x.Turn != nil:
			s.asked.words = text.SanitizeLine(screen.FirstLine(screen.UserText(x.Turn)))
		case x.Listed != nil:
			s.asked.words = text.SanitizeLine(x.Listed.Words)
		}
	}
	return strings.TrimSpace(x.Label(s.Look.Shown(x).Verdict) + "  " + s.asked.words)
}
