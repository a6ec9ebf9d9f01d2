package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/bars"
)

// The pages of the inspector, each a tab.
const (
	overviewPane  screen.ID = "inspect/overview"
	routePane     screen.ID = "inspect/route"
	fusionPane    screen.ID = "inspect/fusion"
	guardrailPane screen.ID = "inspect/guardrail"
	requestPane   screen.ID = "inspect/request"
	responsePane  screen.ID = "inspect/response"
	eventsPane    screen.ID = "inspect/events"
	diffPane      screen.ID = "inspect/diff"
)

// inspecting is the inspector.
type inspecting struct{ *Model }

// Pages implements screen.Screen. The page of a fusion is there only where there
// is one.
func (m inspecting) Pages() []screen.Page {
	i := &m.inspector
	figures, json := []views.Scope{views.Figures}, []views.Scope{views.Tree}
	return []screen.Page{
		{ID: overviewPane, Title: "Overview", Action: views.ActTabOverview, Scopes: figures, Pane: i.overview},
		{ID: routePane, Title: "Route", Action: views.ActTabRoute, Scopes: figures, Pane: i.route},
		{ID: fusionPane, Title: "Fusion", Action: views.ActTabFusion, Scopes: figures, Pane: i.fusion, Absent: !m.hasFusion()},
		{ID: guardrailPane, Title: "Guardrails", Action: views.ActTabGuardrails, Scopes: figures, Pane: i.guardrail},
		{ID: requestPane, Title: "Request", Action: views.ActTabRequest, Scopes: json, Pane: i.request},
		{ID: responsePane, Title: "Response", Action: views.ActTabResponse, Scopes: json, Pane: i.response},
		{ID: eventsPane, Title: "Events", Action: views.ActTabEvents, Scopes: []views.Scope{views.Events}, Pane: i.events},
		{ID: diffPane, Title: "Diff", Action: views.ActTabDiff, Scopes: []views.Scope{views.Comparison, views.Figures}, Pane: i.diff},
	}
}

// hasFusion reports whether there is a fusion to show, or its page is shown.
func (m inspecting) hasFusion() bool {
	if m.screens.rows[inspectScreen].focus == fusionPane {
		return true
	}
	t := m.inspected()
	return t != nil && m.inspector.fused.has(t.Exchange)
}

// tabs are the pages that there are.
func (m *Model) tabs() []screen.Page { return there(inspecting{m}.Pages()) }

// there are the pages that are not absent.
func there(pages []screen.Page) []screen.Page {
	return slices.DeleteFunc(pages, func(p screen.Page) bool { return p.Absent })
}

// Arrange implements screen.Screen.
func (m inspecting) Arrange(size screen.Size) screen.Layout {
	l := screen.Layout{Layout: views.ArrangeInspect(size.Width, size.Height, size.Notice)}
	l.Pages = map[screen.ID]views.Rect{m.screens.rows[inspectScreen].focus: l.Inspect}
	return l
}

// FocusMoves implements screen.Watcher.
func (m inspecting) FocusMoves(from, to screen.ID) {
	i := &m.inspector
	i.left = ""
	was, next := m.screens.panes[from].screen, m.screens.panes[to].screen
	switch {
	case was == inspectScreen && next != inspectScreen:
		i.foreign = nil // a conversation has no part in it
	case was != inspectScreen && next == inspectScreen:
		i.from = was
	}
}

// Facts implements screen.Screen.
func (m inspecting) Facts() screen.Facts {
	var f screen.Facts
	t := m.inspected()
	f.Tab = m.whichExchange()
	if x := m.foreign(); x != nil {
		f.Top = x.Sender().Facts().Top
		if x.Sender().Running() > 0 {
			f.Stops = "stop"
		}
	} else {
		f.Top = m.desk.TurnFacts(t)
		if f.Top.Running && (t == nil || t.Exchange == nil || !t.Exchange.Running()) { // another one is on its way
			f.Top.Running, f.Top.InChat = false, true
			f.Top.Others++
		}
		if m.desk.Shown().Run != nil {
			f.Stops = "stop"
		}
	}
	names, shown := m.tabNames()
	if bars.TabsRoom(m.layout.Tabs.W, names, shown) < ansi.StringWidth(f.Tab) {
		f.Figure = f.Tab
	} else {
		f.Figure = m.tokens()
	}
	if m.typing() {
		return f
	}
	for _, a := range []views.Action{views.ActHelp, views.ActPalette, views.ActNextPane, views.ActExchangeBefore,
		views.ActExchangeAfter, views.ActResend, views.ActCopyMenu, views.ActQuit} {
		if !m.inspects(a) {
			continue
		}
		b := m.Keys.Binding(a)
		if a == views.ActNextPane {
			b.SetHelp(b.Help().Key, "next tab")
		}
		f.Keys = append(f.Keys, b)
	}
	return f
}

// tokens are those of the exchange that is looked at, in words; empty where none
// was sent.
func (m inspecting) tokens() string {
	x := m.looked()
	if x == nil || x.State() == nil || !x.State().Known.Request {
		return ""
	}
	return screen.TokenWords(m.asItWas(x))
}

// Refresh implements screen.Screen. What is looked at is shown in the column of
// the chat too.
func (m inspecting) Refresh() tea.Cmd { return m.look() }

// Escapes implements screen.Screen. The inspector leads back to where it was
// opened, if that is the comparison of rerankers.
func (m inspecting) Escapes() []screen.Escape {
	to := chatScreen
	if m.inspector.from == rerankScreen {
		to = rerankScreen
	}
	return screen.Escapes(m.desk.LeaveWaiting(), m.leavePast(), m.leadsBack(to))
}

// Do implements screen.Screen.
func (m inspecting) Do(intent views.Intent) (tea.Cmd, bool) {
	if _, ok := intent.(views.SendNow); ok {
		x := m.foreign()
		if x == nil {
			return nil, false
		}
		m.Overlays.Close()
		return x.Send(), true
	}
	return m.inspect(intent)
}

// Perform implements screen.Screen.
func (m inspecting) Perform(action views.Action) (tea.Cmd, bool) {
	if x := m.looked(); x != nil && m.screens.shown == inspectScreen {
		if cmd, ok := m.performOn(x, action); ok {
			return cmd, true
		}
	}
	if action == views.ActInspect {
		return m.show(inspectScreen), true
	}
	c, ok := m.keysOn(inspectScreen).Command(action)
	if !ok {
		return nil, false
	}
	switch c.Scope {
	case views.Inspect:
		return m.inspectKey(action), true
	case views.Figures, views.Tree, views.Events, views.Comparison:
		return m.handToInspector(c), true
	}
	switch action {
	case views.ActRaw, views.ActFind:
		if m.screens.shown == inspectScreen {
			return m.everywhere(action), true
		}
	}
	return nil, false
}

// performOn does those actions that mean the exchange that is looked at.
func (m inspecting) performOn(x screen.Exchange, action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActResend:
		return x.Resend(), true
	case views.ActSendNow:
		return x.Send(), true
	case views.ActPreview:
		return x.Preview(), true
	case views.ActCopyMenu:
		return m.OpenCopyMenu(m.copyItems(x)), true
	case views.ActExchangeBefore:
		return x.Step(-1), true
	case views.ActExchangeAfter:
		return x.Step(1), true
	}
	return nil, false
}

// tabNames are the tabs as they are drawn, and which of them is shown.
func (m *Model) tabNames() (names []bars.Tab, shown int) {
	for i, p := range there(m.screens.now().Pages()) {
		tab := bars.Tab{Name: p.Title}
		if c, ok := m.Keys.Command(p.Action); ok && len(c.Keys) > 0 {
			tab.Key = c.Keys[0]
		}
		if names = append(names, tab); p.ID == m.Focus() {
			shown = i
		}
	}
	return names, shown
}
