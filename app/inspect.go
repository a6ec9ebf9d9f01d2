package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/diff"
	"gatehouse/views/events"
	"gatehouse/views/fusion"
	"gatehouse/views/guardrail"
	"gatehouse/views/overview"
	"gatehouse/views/routing"
	"gatehouse/views/tree"
)

// inspector is the screen that tells what really happened in an exchange, a
// tab a question, and the column beside the transcript. All look at one
// exchange: the last of the shown conversation, or the one that was chosen.
type inspector struct {
	overview  *overview.Model
	route     *routing.Model
	guardrail *guardrail.Model
	fusion    *fusion.Model
	request   *tree.Request
	response  *tree.Response
	events    *events.Model
	diff      *diff.Model

	column *overview.Model
	hidden bool // the column
	calm   calm
	clock  clock

	started uint64          // exchanges, when it was looked last: each is looked at as it comes
	chosen  *talk.Turn      // the turn that is looked at; nil: the last one
	of      *desk.Chat      // the conversation that it was chosen in
	left    screen.ID       // the page that was left for the answer's bytes, until another is gone to; empty: none
	from    screenID        // the screen that it was opened from
	foreign screen.Exchange // of another screen, that is looked at instead, until the inspector is left
	pair    pair            // that is compared
	listed  listed
	subject

	fused   fused
	journey *journey // through the exchange that is looked at; nil: it was not begun
}

// subject is what the panes were given last, and what it was made of.
type subject struct {
	views.Subject
	version uint64
	pane    screen.ID // that knows it
}

// fused remembers whether an exchange has a fusion to show: it may have many
// items and a long request, and each line of the frame asks.
type fused struct {
	of      *state.Exchange
	version uint64
	asked   bool // for one
	yes     bool // one began
}

// has reports whether there is a fusion, or one is still to come.
func (f *fused) has(x *state.Exchange) bool {
	if x == nil {
		return false
	}
	if f.of != x {
		*f = fused{of: x, version: x.Version, asked: fusion.Asked(x), yes: fusion.Has(x)}
	} else if f.version != x.Version {
		f.version, f.yes = x.Version, fusion.Has(x)
	}
	return f.yes || f.asked && x.Running()
}

func newInspector(m *Model) inspector {
	i := inspector{
		overview:  overview.New(m.Styles, m.Keys),
		route:     routing.New(m.Styles, m.Keys),
		guardrail: guardrail.New(m.Styles, m.Keys),
		fusion:    fusion.New(m.Styles, m.Keys),
		events:    events.New(m.Styles, m.Keys, sse.At),
		diff:      diff.New(m.Styles, m.Keys),
		request:   tree.NewRequest(m.Styles, m.Keys),
		response:  tree.NewResponse(m.Styles, m.Keys),
		column:    overview.NewCompact(m.Styles, m.Keys),
	}
	i.request.SetFilterer(m.Options.Filter)
	i.response.SetFilterer(m.Options.Filter)
	return i
}

// looked is the exchange that is looked at: one that a screen has sent by itself,
// else that of a turn; nil for none.
func (m *Model) looked() screen.Exchange {
	if x := m.inspector.foreign; x != nil {
		return x
	}
	return m.exchangeOf(m.inspected())
}

// inspected is the turn that is looked at: the chosen one, else the last that was
// sent or loaded on the path that is shown; nil for none, and while an exchange
// is looked at that is in no conversation.
func (m *Model) inspected() *talk.Turn {
	i, c := &m.inspector, m.desk.Shown()
	if i.foreign != nil {
		return nil
	}
	if i.chosen != nil && i.of == c {
		return i.chosen
	}
	t := c.Conv.Current
	for t != nil && t.Exchange == nil && len(t.Output) == 0 {
		t = t.Parent
	}
	return t
}

// foreign is the exchange of another screen that the shown inspector is about; nil
// for none.
func (m *Model) foreign() screen.Exchange {
	if m.screens.shown != inspectScreen {
		return nil
	}
	return m.inspector.foreign
}

// ShowExchange implements screen.Root.
func (m *Model) ShowExchange(x screen.Exchange) tea.Cmd {
	if x.Sender() == nil {
		m.choose(turnOf(x))
	} else {
		m.inspector.foreign = x
	}
	return m.show(inspectScreen)
}

// subjectOf is what there is to look at in an exchange.
func (m *Model) subjectOf(x screen.Exchange) views.Subject {
	if x == nil {
		return views.Subject{}
	}
	s := views.Subject{Turn: x.Turn(), Exchange: x.State(), Capture: x.Capture(), Service: m.Options.Service}
	if at, count := x.Place(); x.Turn() != 0 {
		s.Number, s.Alone = at+1, at >= 0 && count == 1
	}
	if s.Capture == nil {
		return s
	}
	sent := s.Capture.Sent
	s.BaseURL = screen.BaseURL(sent.URL)
	s.KeySent = sent.Header.Get("Authorization") != ""
	s.Metadata = asksForMetadata(sent)
	return s
}

// asksForMetadata reports whether a request went out with the header that asks
// for routing metadata, under whatever word, by its name or the deprecated one.
func asksForMetadata(sent wire.Sent) bool {
	for name, values := range sent.Header {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "x-") && strings.HasSuffix(lower, "-metadata") && len(values) > 0 && values[0] == "enabled" {
			return true
		}
	}
	return false
}

// look gives the pane of the inspector that stands on the screen what there is
// to see, when that has changed.
func (m *Model) look() tea.Cmd {
	if n := m.desk.Started(); m.inspector.started != n {
		m.inspector.started = n
		m.choose(nil)
	}
	x, now := m.looked(), subject{}
	if j := m.inspector.journey; j != nil && (x == nil || j.exchange != x.State()) {
		m.leaveTime()
	}
	switch {
	case m.screens.shown == inspectScreen:
		now.pane = m.Focus()
	case m.screens.shown == chatScreen && m.layout.Column.W > 0:
		now.pane = columnPane
	default:
		return nil
	}
	if now.pane == diffPane {
		return m.lookAtPair()
	}
	if x != nil {
		now.Turn, now.Exchange, now.Capture = x.Turn(), x.State(), x.Capture()
		if now.pane != eventsPane && now.Exchange != nil {
			now.Exchange = m.asItWas(x)
		}
	}
	if now.Exchange != nil {
		now.version = now.Exchange.Version
	}
	var ticks tea.Cmd
	if x != nil && now.Exchange == x.State() { // the time does not go on in the past
		ticks = m.inspector.clock.run(now.Exchange)
		now.NowUS = m.inspector.clock.now(now.Subject)
		var due tea.Cmd
		now.Waited, due = m.inspector.clock.waited(now.Exchange)
		ticks = tea.Batch(ticks, due)
	}
	was := &m.inspector.subject
	same := was.Turn == now.Turn && was.Exchange == now.Exchange && was.Capture == now.Capture
	if same && was.version == now.version && was.pane == now.pane && was.NowUS == now.NowUS && was.Waited == now.Waited {
		return ticks
	}
	looked := now.Subject
	if now.Subject = was.Subject; !same {
		now.Subject = m.subjectOf(x)
	}
	now.Exchange, now.NowUS, now.Waited = looked.Exchange, looked.NowUS, looked.Waited
	*was = now
	if cmd := m.give(now.pane); cmd != nil {
		return tea.Batch(ticks, cmd)
	}
	return ticks
}

// give tells a pane what there is to see, and starts the work that it asks
// for.
func (m *Model) give(id screen.ID) tea.Cmd {
	pane := m.pane(id)
	if p, ok := pane.(views.Inspector); ok {
		p.SetSubject(m.inspector.Subject)
	}
	if w, ok := pane.(views.Worker); ok {
		return screen.Address(id, w.Work())
	}
	return nil
}
