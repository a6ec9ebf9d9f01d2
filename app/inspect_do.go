package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/tree"
)

// inspect does what the inspector's panes ask for.
func (m *Model) inspect(intent views.Intent) (cmd tea.Cmd, ok bool) {
	switch i := intent.(type) {
	case views.SelectTurn:
		m.Overlays.Close()
		m.choose(m.desk.Shown().Conv.Find(i.Turn))
		return m.show(inspectScreen), true
	case views.ShowHeld:
		return m.OpenOverlay(i.Held.Title, m.objectOf(i.Held)), true
	case views.AskMetadata:
		return m.askMetadata(), true
	case views.Relax:
		if x := m.foreign(); x != nil && len(i.Edits) == 0 {
			return x.Resend(), true
		}
		return m.relax(i.Edits, placeOf(i.Edits)), true
	case views.ShowPlace:
		if m.screens.shown == inspectScreen { // a place of the request that is looked at
			return m.relax(nil, i.Pointer), true
		}
	case views.Seek:
		return m.seek(i.Frame), true
	case views.Play:
		return m.play(i.Speed), true
	case views.ShowFrame:
		return m.showFrame(i.Turn, i.Frame), true
	case views.ShowText:
		return m.showText(i.Frame), true
	case views.Compare:
		return m.compare(i.A, i.B), true
	}
	return nil, false
}

// inspectKey does what a key of the inspector's screen asks for.
func (m *Model) inspectKey(action views.Action) tea.Cmd {
	switch action {
	case views.ActTreeView:
		return m.view()
	case views.ActExchangeBefore:
		return tea.Batch(m.show(inspectScreen), m.otherExchange(-1))
	case views.ActExchangeAfter:
		return tea.Batch(m.show(inspectScreen), m.otherExchange(1))
	}
	for _, t := range m.tabs() {
		if t.Action == action {
			m.inspector.left = "" // also where it is shown already
			return m.SetFocus(t.ID)
		}
	}
	return m.Notify("this exchange has no such page: no panel of models was asked")
}

// handToInspector hands an action of a pane of the inspector to a tab that can
// do it: the shown one, else the first of those whose it is. Where none can, it
// says so.
func (m *Model) handToInspector(c views.Command) tea.Cmd {
	here := m.screens.rows[inspectScreen].focus
	to := []screen.ID{here}
	for _, t := range m.tabs() {
		if t.ID != here {
			to = append(to, t.ID)
		}
	}
	var all []tea.Cmd
	for _, id := range to {
		if !slices.Contains(m.scopesOf(id), c.Scope) {
			continue
		}
		all = append(all, m.Refreshed(m.SetFocus(id))) // the pane must know the exchange first
		cmd, used := m.hand(id, views.Perform{Action: c.Action})
		if all = append(all, cmd); used || c.Hidden { // what moves has come to an end at the most
			return tea.Batch(all...)
		}
	}
	all = append(all, m.Refreshed(m.SetFocus(here)), m.Notify("there is nothing here for “%s”: %s", c.Action, c.Help))
	return tea.Batch(all...)
}

// figuresKey hands a key to a page that is read by scrolling. What such a page
// has in common with others does not always mean something on it: then it is
// said, unless the key moves, which comes to an end at the most. It is said too of a key
// that only other pages have.
func (m *Model) figuresKey(id screen.ID, press tea.KeyPressMsg) tea.Cmd {
	cmd, used := m.hand(id, press)
	c, known := m.Keys.In(views.Figures).Command(m.Keys.Asked(press, views.Figures))
	elsewhere := []views.Scope{views.Comparison, views.Tree, views.Events}
	other, others := m.Keys.In(elsewhere...).Command(m.Keys.Asked(press, elsewhere...))
	if others && !other.Hidden && !used && m.Keys.Asked(press, m.scopesOf(id)...) == "" {
		return tea.Batch(cmd, m.Notify("%s does nothing on this page; %s names the keys that do", views.KeyName(press.String()), m.Keys.Name(views.ActHelp)))
	}
	if used || !known || c.Hidden {
		return cmd
	}
	return tea.Batch(cmd, m.Notify("%s (%s) does nothing here", views.KeyName(press.String()), c.Short))
}

// scopesOf are the scopes whose keys a page has; none for an overlay.
func (m *Model) scopesOf(id screen.ID) []views.Scope {
	for _, p := range m.screens.rows[m.screens.panes[id].screen].Pages() {
		if p.ID == id {
			return p.Scopes
		}
	}
	return nil
}

// view shows the next way of the body that is looked at; on any other page what
// the selected row holds, and where no row is selected, the answer.
func (m *Model) view() tea.Cmd {
	there := m.Refreshed(m.show(inspectScreen))
	id := m.Focus()
	if slices.Contains(m.scopesOf(id), views.Tree) {
		return tea.Batch(there, m.Deliver(id, views.Perform{Action: views.ActTreeView}))
	}
	pane, ok := m.pane(id).(views.Holder)
	if !ok {
		return tea.Batch(there, m.SetFocus(responsePane))
	}
	h, ok := pane.Held()
	if !ok {
		return tea.Batch(there, m.Notify("this row holds nothing more; %s shows the answer as it was on the wire", m.Keys.Name(views.ActRaw)))
	}
	return tea.Batch(there, m.OpenOverlay(h.Title, m.objectOf(h)))
}

// everywhere hands an action that every screen has to the tab that is shown.
// What is raw is the answer's bytes; a tab that has none leads there, and the key
// for raw from there back.
func (m *Model) everywhere(action views.Action) tea.Cmd {
	i, here := &m.inspector, m.Focus()
	to := here
	if action != views.ActFind && slices.Contains(m.scopesOf(here), views.Figures) || here == eventsPane && i.events.Empty() {
		to = responsePane
	}
	left := i.left
	there := m.Refreshed(m.SetFocus(to))
	switch {
	case action != views.ActRaw || here == to && (left == "" || !i.response.IsRaw()):
		return tea.Batch(there, m.Deliver(to, views.Perform{Action: action}))
	case here == to:
		return tea.Batch(there, m.Deliver(to, views.Perform{Action: action}), m.SetFocus(left))
	}
	i.left = here
	return tea.Batch(there, screen.Address(to, i.response.ShowRaw()))
}

// choose looks at a turn; at the last one, whichever that is, for nil and for
// the one that is last.
func (m *Model) choose(t *talk.Turn) {
	i := &m.inspector
	i.foreign = nil
	if i.chosen, i.of = nil, nil; t != nil && t != m.inspected() {
		i.chosen, i.of = t, m.desk.Shown()
	}
}

// otherExchange looks at an exchange before or after, in the order of making,
// whatever branch it is in.
func (m *Model) otherExchange(step int) tea.Cmd {
	all := m.exchanges()
	at := slices.Index(all, m.inspected())
	to := at + step
	if at < 0 { // what is looked at stood in a request that was opened
		to = len(all) - 1
	}
	switch {
	case len(all) == 0:
		return m.Notify("nothing was sent yet in this conversation")
	case to < 0:
		return m.Notify("this is the first exchange")
	case to >= len(all):
		m.choose(nil)
		return m.Notify("this is the last exchange; the next one that is sent is shown as it comes")
	}
	m.choose(all[to])
	return nil
}

// exchanges are the turns of the shown conversation that tell of an exchange, in
// the order of their making: those that were sent, and a saved answer that was
// opened. They are looked for when a turn came or went, or was sent: each frame asks.
func (m *Model) exchanges() []*talk.Turn {
	conv := m.desk.Shown().Conv
	now := listed{conv: conv, version: conv.Version}
	if conv.Current != nil {
		now.last = conv.Current.Exchange
	}
	was := &m.inspector.listed
	if was.conv == now.conv && was.version == now.version && was.last == now.last {
		return was.turns
	}
	for t := range conv.Turns() {
		if t.Exchange != nil {
			now.turns = append(now.turns, t)
		}
	}
	*was = now
	return now.turns
}

// listed are the turns of a conversation that tell of an exchange, and when that was
// found out.
type listed struct {
	conv    *talk.Conversation
	version uint64
	last    *state.Exchange
	turns   []*talk.Turn
}

// whichExchange says which of the exchanges is looked at.
func (m *Model) whichExchange() string {
	if x := m.looked(); x != nil {
		return x.Label()
	}
	return ""
}

// toggleColumn shows the column beside the transcript, or leaves its room.
func (m *Model) toggleColumn() tea.Cmd {
	i := &m.inspector
	i.hidden = !i.hidden
	if _, wide := views.Beside(m.layout.Width, true); wide == 0 {
		i.hidden = false
		return m.Notify("the terminal is too narrow for the column; %s shows all of it", m.Keys.Name(views.ActInspect))
	}
	cmd := m.show(chatScreen)
	m.Arrange()
	return cmd
}

// objectOf is the viewer of what a row holds.
func (m *Model) objectOf(h views.Held) tree.Object {
	o := tree.NewObject(m.Styles, m.Keys, h)
	o.SetFilterer(m.Options.Filter)
	return o
}
