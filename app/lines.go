package app

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/bars"
	"gatehouse/views/text"
)

// top draws the top line, again only when what it says has changed.
func (m *Model) top() string {
	f := m.facts()
	if m.drawn.ok && m.drawn.facts == f && m.drawn.topFor == m.layout.Width && m.drawn.topStyle == m.Styles.Version {
		return m.drawn.parts.top
	}
	m.drawn.facts, m.drawn.topFor, m.drawn.topStyle = f, m.layout.Width, m.Styles.Version
	return bars.Top(m.Styles, m.layout.Width, f)
}

func (m *Model) facts() bars.Facts {
	f := bars.Facts{Connection: m.Link.Name, Simulated: m.Link.Simulated}
	all, others := m.desk.running()
	if m.screens.shown == rerankScreen || m.runShown() != nil { // a set asks models of its own
		f.Set, f.Title, f.Others = true, m.rankings.name(), all
	} else {
		f.Others = others
		m.conversationFacts(&f)
	}
	f.Shown = int(m.screens.shown)
	for s := range screenCount {
		f.Screens[s].Name = s.name()
		if c, ok := m.Keys.Command(s.action()); ok && len(c.Keys) > 0 {
			f.Screens[s].Key = views.KeyName(c.Keys[0])
		}
	}
	return f
}

// conversationFacts are those of the shown conversation; the verdict is that of the
// exchange that is looked at.
func (m *Model) conversationFacts(f *bars.Facts) {
	c := m.desk.chat()
	f.Model = text.SanitizeLine(state.Chain(c.conv.Draft.Bytes()))
	f.Metadata = c.headers.mode() != client.MetadataOff
	f.Running = c.run != nil
	f.Title = m.name()
	if len(m.desk.chats) > 1 {
		f.Title = strings.TrimSpace(fmt.Sprintf("%d of %d  %s", m.desk.shown+1, len(m.desk.chats), f.Title))
	}
	t := c.conv.Current
	if m.screens.shown == inspectScreen {
		t = m.inspected()
		if f.Running && (t == nil || t.Exchange == nil || !t.Exchange.Running()) { // another one is on its way
			f.Running, f.InChat = false, true
			f.Others++
		}
	}
	if t != nil && t.Exchange != nil {
		f.Verdict = m.asItWas(t).Verdict
		f.Past = m.inPast() && m.asItWas(t) != t.Exchange
	}
}

// bindings are the keys that work now, the most useful first.
func (m *Model) bindings() []key.Binding {
	if o := m.Overlays.Top(); o != nil {
		return o.Pane.ShortHelp()
	}
	var all []key.Binding
	if escapes := m.Escapes(); len(escapes) > 0 {
		stop := m.Keys.Binding(views.ActStop)
		stop.SetHelp(stop.Help().Key, escapes[0].Word)
		all = append(all, stop)
	}
	if m.ranking() || m.streamsBehind() {
		stop := m.Keys.Binding(views.ActInterrupt)
		stop.SetHelp(stop.Help().Key, "stop")
		if m.screens.shown == rerankScreen && len(m.rankings.set.Models) > 1 {
			stop.SetHelp(stop.Help().Key, "stop all")
		}
		all = append(all, stop)
	}
	if m.screens.shown == inspectScreen && m.typing() {
		return append(all, m.pane(m.Focus()).ShortHelp()...)
	}
	open := m.Keys.Binding(views.ActReadOpen).Help().Key
	for _, b := range m.pane(m.Focus()).ShortHelp() {
		all = append(all, b)
		if _, holds := m.pane(m.Focus()).(views.Holder); holds && b.Help().Key == open {
			all = append(all, m.Keys.Binding(views.ActTreeView))
		}
	}
	for _, a := range m.screens.shown.actions() {
		if m.screens.shown == inspectScreen && !m.inspects(a) {
			continue
		}
		b := m.Keys.Binding(a)
		if a == views.ActNextPane && m.screens.shown == inspectScreen {
			b.SetHelp(b.Help().Key, "next tab")
		}
		all = append(all, b)
	}
	return all
}

// streamsBehind reports whether a stream of the conversation runs that the shown screen
// is about, and which esc does not stop: it leads back to the chat.
func (m *Model) streamsBehind() bool {
	about := m.screens.shown == buildScreen || m.screens.shown == inspectScreen && m.runShown() == nil
	return about && m.desk.chat().run != nil
}

// inspects reports whether a key of the inspector's screen does something beside what is
// looked at.
func (m *Model) inspects(a views.Action) bool {
	t := m.inspected()
	switch a {
	case views.ActCopyMenu:
		return t != nil
	case views.ActResend:
		return t != nil && t.Exchange != nil && !t.Exchange.Running() && (m.runShown() != nil || m.desk.chat().run == nil)
	case views.ActExchangeBefore:
		at, count := m.beside(t)
		return count > 1 && at != 0
	case views.ActExchangeAfter: // behind the last exchange is the one that is sent next
		at, count := m.beside(t)
		return count > 1 && (m.runShown() == nil || at < count-1)
	}
	return true
}

// beside returns which of how many exchanges, or runs, is looked at.
func (m *Model) beside(t *talk.Turn) (at, count int) {
	if run := m.runShown(); run != nil {
		row, at := m.runsBeside(run)
		return at, len(row)
	}
	all := m.exchanges()
	return slices.Index(all, t), len(all)
}

// footer draws the keys that work now, again only when they have changed.
func (m *Model) footer() string {
	bindings, right := m.bindings(), m.figures()
	var b strings.Builder
	fmt.Fprintf(&b, "%d", m.Styles.Version)
	for _, one := range bindings {
		if h := one.Help(); one.Enabled() {
			b.WriteString("\x00" + h.Key + "\x00" + h.Desc)
		}
	}
	s := &m.drawn
	same := s.hintsFor == b.String()
	if !same {
		s.hintsFor, s.hints = b.String(), bars.Hints(m.Styles, bindings)
	}
	now := fmt.Sprintf("%d %s", m.layout.Width, right)
	if s.ok && same && s.footFor == now {
		return s.parts.footer
	}
	s.footFor = now
	return bars.Footer(m.Styles, m.layout.Width, s.hints, right)
}

// figures stand at the right of the footer: the tokens of the shown exchange;
// where the line of tabs has no room for it, which exchange that is.
func (m *Model) figures() string {
	t := m.desk.chat().conv.Current
	if m.screens.shown == inspectScreen {
		if which := m.whichExchange(); bars.TabsRoom(m.layout.Tabs.W, m.tabNames(), m.shownTab()) < ansi.StringWidth(which) {
			return which
		}
		t = m.inspected()
	}
	if t == nil || t.Exchange == nil || m.screens.shown == rerankScreen {
		return ""
	}
	n := figures.TokensOf(m.asItWas(t))
	switch _, ok := n.Output(); {
	case n.Odd.Output != "":
		return "tokens out: " + views.OddCount(n.Odd.Output)
	case !ok:
		return ""
	case n.Estimated:
		return "tokens: ~" + views.Thousands(n.Out)
	}
	return "tokens: " + views.Thousands(max(n.In, 0)) + " + " + views.Thousands(n.Out)
}

// tooSmall says politely that the terminal is too small. All keys work.
func tooSmall(width, height int) string {
	words := fmt.Sprintf("gatehouse needs %d×%d cells, please", views.MinWidth, views.MinHeight)
	lines := text.Rows(words, width)
	if len(lines) > height {
		lines = lines[:height]
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], width, "")
	}
	return strings.Join(lines, "\n")
}
