package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	"gatehouse/views/kit/text"
)

// top draws the top line, again only when what it says has changed.
func (m *Model) top(facts screen.Facts) string {
	f := m.topFacts(facts.Top)
	if m.drawn.ok && m.drawn.facts == f && m.drawn.topFor == m.layout.Width && m.drawn.topStyle == m.Styles.Version {
		return m.drawn.parts.top
	}
	m.drawn.facts, m.drawn.topFor, m.drawn.topStyle = f, m.layout.Width, m.Styles.Version
	return bars.Top(m.Styles, m.layout.Width, f)
}

// clickTop goes to what the top line names at a cell: a screen, or the connections.
func (m *Model) clickTop(x int) tea.Cmd {
	f := m.topFacts(m.screens.current().Facts().Top)
	if bars.OnConnection(m.Styles, m.layout.Width, f, x) {
		return m.Run(views.ActConnections)
	}
	if bars.OnAlert(m.Styles, m.layout.Width, f, x) && f.Paused != "" {
		return m.Run(views.ActHistory)
	}
	if bars.OnAlert(m.Styles, m.layout.Width, f, x) {
		return m.Run(views.ActAlert)
	}
	if i := bars.ScreenAt(m.Styles, m.layout.Width, f, x); i >= 0 {
		return m.Run(m.screens.rows[i].action)
	}
	return nil
}

// topFacts adds what the top line says on every screen.
func (m *Model) topFacts(f bars.Facts) bars.Facts {
	if f.Set {
		f.Others, _ = m.Desk.Running()
		chat := m.Desk.Facts() // so that nothing moves in the line from screen to screen
		f.Model, f.Metadata = chat.Model, chat.Metadata
	}
	f.Connection, f.Simulated, f.Unsaved, f.Shown = m.Link.Title, m.Link.Local, m.NoHistory || m.Link.NoHistory, -1
	if p := m.Proxy; p.On() {
		f.Paused, f.PausedShort = p.PausedWords()
		f.Proxy, f.ProxyTo, f.Failed = p.Address[strings.LastIndexByte(p.Address, ':'):], p.TargetName(), p.Failed
	}
	f.Spans = m.Spans.Host()
	f.Alert, f.AlertShort, f.Alerts = m.Alerts.TopLine()
	i := 0
	for at, r := range m.screens.rows {
		if r.unnamed {
			continue
		}
		if at == m.screens.shown {
			f.Shown = i
		}
		f.Screens[i].Name = r.name
		if c, ok := m.Keys.Command(r.action); ok && len(c.Keys) > 0 {
			f.Screens[i].Key = views.KeyName(c.Keys[0])
		}
		i++
	}
	return f
}

// footerOrder is the order in which the keys that several pages have follow one another.
var footerOrder = strings.Fields("enter space e a c r m D o i x t w s v alt+v n N / alt+/ y d")

// inOrder puts those of a page's keys that other pages have too in their order; the places
// among the others are the page's choice.
func inOrder(bindings []key.Binding) []key.Binding {
	rank := func(b key.Binding) int { return slices.Index(footerOrder, b.Help().Key) }
	var at []int
	for i, b := range bindings {
		if rank(b) >= 0 {
			at = append(at, i)
		}
	}
	shared := make([]key.Binding, len(at))
	for i, from := range at {
		shared[i] = bindings[from]
	}
	slices.SortStableFunc(shared, func(a, b key.Binding) int { return rank(a) - rank(b) })
	out := slices.Clone(bindings)
	for i, to := range at {
		out[to] = shared[i]
	}
	return out
}

// footerKeys are the keys that work now: what waits for an answer and what stops, the page's,
// the screen's, the program's. The last ones, pinned of them, are dropped last.
func (m *Model) footerKeys(facts screen.Facts) (all []key.Binding, pinned int) {
	if o := m.Overlays.Top(); o != nil {
		return o.Pane.ShortHelp(), 0
	}
	if !facts.Top.Set && len(m.Desk.Shown().Conv.OpenCalls()) > 0 {
		all = append(all, m.Keys.Binding(views.ActAnswer))
	}
	back := "" // what esc does
	if escapes := m.escapes(); len(escapes) > 0 {
		back = escapes[0].Word
	}
	esc := m.Keys.Renamed(views.ActStop, back)
	if facts.StopWord == back {
		all, esc = append(all, esc...), nil
	} else { // it is named once
		all = append(all, m.Keys.Renamed(views.ActInterrupt, facts.StopWord)...)
	}
	pane := m.Pane(m.Focus())
	_, holds := pane.(views.ContentPane)
	holds = holds && slices.Contains(m.screens.current().scopes, views.Inspect) // where it can be looked at
	open := m.keys().Binding(views.ActOpenRow).Help().Key
	var page []key.Binding
	for _, b := range pane.ShortHelp() {
		if len(esc) > 0 && b.Help().Key == esc[0].Help().Key {
			continue
		}
		page = append(page, b)
		if holds && !m.typing() && b.Help().Key == open {
			page = append(page, m.keys().Binding(views.ActRaw))
		}
	}
	all = append(all, inOrder(append(page, facts.Keys...))...)
	if facts.Keys == nil {
		return append(all, esc...), len(esc)
	}
	general := slices.Concat(m.Keys.Bindings(views.ActPalette), esc, m.Keys.Bindings(views.ActHelp))
	has := func(b key.Binding) bool { // the page gives it a meaning
		return slices.ContainsFunc(all, func(o key.Binding) bool { return o.Help().Key == b.Help().Key })
	}
	general = slices.DeleteFunc(general, has)
	return append(all, general...), len(general)
}

// footerKey is what the footer depends on besides its keys.
type footerKey struct {
	style, width, pinned int
	right                string
}

// footer draws the keys that work now, again only when they have changed.
func (m *Model) footer(facts screen.Facts) string {
	bindings, pinned := m.footerKeys(facts)
	right := facts.Figure
	if m.layout.TopRule.H == 0 {
		right = cmp.Or(facts.Name, right)
	}
	var helps []key.Help
	for _, one := range bindings {
		if one.Enabled() {
			helps = append(helps, one.Help())
		}
	}
	s := &m.drawn
	now := footerKey{m.Styles.Version, m.layout.Width, pinned, right}
	same := s.footFor.style == now.style && slices.Equal(s.helps, helps)
	if s.ok && same && s.footFor == now {
		return s.parts.footer
	}
	if !same {
		s.helps, s.hints = helps, bars.Hints(m.Styles, bindings)
	}
	s.footFor = now
	return bars.Footer(m.Styles, m.layout.Width, s.hints, pinned, right)
}

// tooSmall says politely that the terminal is too small. All keys work.
func tooSmall(width, height int) string {
	words := fmt.Sprintf("gatehouse needs %d×%d cells, please", views.MinWidth, views.MinHeight)
	lines := text.Rows(words, width)
	if len(lines) > height {
		lines = lines[:height]
	}
	for i := range lines {
		lines[i] = text.Truncate(lines[i], width, "")
	}
	return strings.Join(lines, "\n")
}

// pageContinuation reports where the page continues of the tab that is shown; empty for one that
// is in view as a whole.
func (m *Model) pageContinuation() string {
	if m.layout.Tabs.H == 0 {
		return ""
	}
	return continuation(m.Pane(m.Focus()))
}

func (m *Model) overlayContinuation() string {
	if o := m.Overlays.Top(); o != nil {
		return continuation(o.Pane)
	}
	return ""
}

// continuation reports where a scrolled pane continues; empty for any other.
func continuation(pane views.Pane) string {
	page, ok := pane.(views.Overflower)
	if !ok {
		return ""
	}
	switch above, below := page.Overflow(); {
	case above && below:
		return " ↑ ↓ more "
	case above:
		return " ↑ more "
	case below:
		return " ↓ more "
	}
	return ""
}

// tabLine draws the tabs of the shown screen; empty for a screen without.
func (m *Model) tabLine(heading string) string {
	if m.layout.Tabs.H == 0 {
		return ""
	}
	names, _, shown := m.tabNames()
	if len(names) == 0 {
		return text.Fit(" "+m.Styles.Text.Render(heading), m.layout.Tabs.W, "…")
	}
	return bars.Tabs(m.Styles, m.layout.Tabs.W, names, shown)
}

// tabNames are the tabs as they are drawn, their pages, and which of them is drawn, or has the focus where several
// are; -1 for a page without one.
func (m *Model) tabNames() (names []bars.Tab, pages []screen.ID, shown int) {
	shown = -1
	for _, p := range screen.Present(m.screens.current().Pages()) {
		if p.Title == "" {
			continue
		}
		tab := bars.Tab{Name: p.Title, Short: p.Short, Quiet: p.Quiet}
		if c, ok := m.Keys.Command(p.Action); ok && len(c.Keys) > 0 {
			tab.Key = c.Keys[0]
		}
		_, drawn := m.layout.Pages[p.ID]
		if p.ID == m.Focus() || drawn && shown < 0 {
			shown = len(names)
		}
		names, pages = append(names, tab), append(pages, p.ID)
	}
	return names, pages, shown
}

// rules are the lines between the areas of the screen, and what they were drawn
// for: they stay while what is between them changes.
type rules struct {
	layout       views.Layout
	style        int
	name         string
	continuation string

	top, middle, foot string
	bars              [len(views.Layout{}.Bars)]string
}

// ruled draws the rules, again only when they have changed.
func (m *Model) ruled(name, continuation string) *rules {
	l, r := m.layout.Layout, &m.drawn.rules
	if r.layout == l && r.style == m.Styles.Version && r.name == name && r.continuation == continuation {
		return r
	}
	*r = rules{layout: l, style: m.Styles.Version, name: name, continuation: continuation}
	line := rule(l, l.TopRule, '┬')
	if name = text.Truncate(name, l.TopRule.W-4, "…"); name != "" {
		line = "─ " + name + " " + text.Cut(line, text.Width(name)+3, l.TopRule.W)
	}
	r.top = m.Styles.Rule.Render(line)
	r.middle = m.Styles.Rule.Render(rule(l, l.Rule, '┴'))
	r.foot = m.footRule(continuation)
	for i, b := range l.Bars {
		if b.H > 0 {
			r.bars[i] = m.bar(b)
		}
	}
	return r
}

// rule is a line across a rectangle, with a joint where a bar begins below it or ends above it.
func rule(l views.Layout, r views.Rect, joint rune) string {
	line := []rune(strings.Repeat("─", r.W))
	for _, b := range l.Bars {
		if b.H > 0 && b.X < len(line) && (b.Y == r.Y+1 || b.Y+b.H == r.Y) {
			line[b.X] = joint
		}
	}
	return string(line)
}

// bar is a line down a rectangle, with a joint where the composer's rule ends
// at it.
func (m *Model) bar(r views.Rect) string {
	line := strings.Repeat(m.Styles.Rule.Render("│")+"\n", r.H)
	end := m.layout.Rule
	if end.H == 0 || end.W != r.X {
		return line
	}
	rows := strings.SplitAfter(line, "\n")
	rows[end.Y-r.Y] = m.Styles.Rule.Render("┤") + "\n"
	return strings.Join(rows, "")
}

func (m *Model) footRule(words string) string {
	r, style := m.layout.FootRule, m.Styles.Rule
	line, end := rule(m.layout.Layout, r, '┴'), r.W-text.Width(words)-2
	if words == "" || end < 0 {
		return style.Render(line)
	}
	return style.Render(text.Cut(line, 0, end)) + m.Styles.Dim.Render(words) + style.Render(text.Cut(line, r.W-2, r.W))
}

// markFocus makes the rule above the pane with the keys heavy, so that it is seen at a
// glance and without colours, or the rule above the screen if the pane has none. Under an
// overlay no pane has the keys.
func (m *Model) markFocus(lines []string) {
	if m.Overlays.Top() != nil {
		return
	}
	at := m.Rect(m.Focus())
	if rule := m.layout.Rule; rule.Y == at.Y-1 && rule.X == at.X { // wider than the lines of text below it
		at.W = max(at.W, rule.W)
	}
	for _, y := range []int{at.Y - 1, at.Y, m.layout.TopRule.Y} {
		if y <= 0 || y >= len(lines) || at.H == 0 {
			continue
		}
		if marked, ok := m.heavy(lines[y], at); ok {
			lines[y] = marked
			return
		}
	}
}

// heavy is a line with the rule in the columns of a rectangle made heavy; ok is false where
// there is none. Words in the rule, which name the pane, are drawn as it is.
func (m *Model) heavy(line string, r views.Rect) (marked string, ok bool) {
	part := ansi.Strip(text.Cut(line, r.X, r.X+r.W))
	if !strings.HasPrefix(part, "──") && !strings.HasPrefix(part, "─ ") {
		return line, false
	}
	part = strings.ReplaceAll(part, "─", "━")
	return text.Cut(line, 0, r.X) + m.Styles.Accent.Render(part) + text.TruncateLeft(line, r.X+r.W, ""), true
}
