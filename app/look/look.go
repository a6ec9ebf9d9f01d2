// Package look knows which exchange is shown, and which moment of it: in the tabs
// of the inspector and in the column of the chat. Both screens import it, neither
// the other.
package look

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	"gatehouse/views/kit/picker"
)

// Look is the selection of an exchange and of a moment. Where nothing is selected,
// the last exchange of the shown conversation is shown, to its end.
type Look struct {
	*screen.Host
	desk *desk.Desk

	Inspecting bool             // the inspector is the shown screen
	Complete   bool             // its shown page compares full exchanges, whatever the moment
	Standalone *screen.Exchange // sent by a screen for itself, and shown instead of a turn until the inspector is left

	selected *talk.Turn // nil: the last one
	of       *desk.Chat // the conversation in which it was selected
	started  uint64     // exchanges, when it was checked last: each is shown as it begins

	playback *playback // of the shown exchange; nil: not begun
	clock
	last lastSubject
}

// New selects nothing.
func New(d *desk.Desk) *Look {
	return &Look{Host: d.Host, desk: d}
}

// Refresh takes note of what was sent since, and of an exchange that is shown no
// more. The screens call it before they ask for anything else.
func (l *Look) Refresh() {
	if n := l.desk.Started; l.started != n {
		l.started = n
		l.Select(nil)
	}
	if x := l.Exchange(); l.playback != nil && (x == nil || l.playback.exchange != x.State) {
		l.endPlayback()
	}
}

// Exchange returns the exchange that is shown: a standalone one, else that of Turn; nil for
// none.
func (l *Look) Exchange() *screen.Exchange {
	if l.Standalone != nil {
		return l.Standalone
	}
	return l.ExchangeOf(l.Turn())
}

// Turn returns the turn whose exchange is shown: the selected one, else the last on the
// shown path that was sent or loaded; nil for none, and while a standalone
// exchange is shown.
func (l *Look) Turn() *talk.Turn {
	c := l.desk.Shown()
	if l.Standalone != nil {
		return nil
	}
	if l.selected != nil && l.of == c {
		return l.selected
	}
	return c.LastSent()
}

// ExchangeOf returns the exchange of a turn of the shown conversation; nil for no turn.
func (l *Look) ExchangeOf(t *talk.Turn) *screen.Exchange {
	if t == nil {
		return nil
	}
	return l.desk.ExchangeOf(l.desk.Shown(), t)
}

// Select shows the exchange of a turn; that of the last one, whichever it is, for
// nil and for the one that is last.
func (l *Look) Select(t *talk.Turn) {
	l.Standalone = nil
	if l.selected, l.of = nil, nil; t != nil && t != l.Turn() {
		l.selected, l.of = t, l.desk.Shown()
	}
}

// SelectExchange shows an exchange, of whatever screen.
func (l *Look) SelectExchange(x *screen.Exchange) {
	if x.Turn != nil {
		l.Select(x.Turn)
		return
	}
	l.Standalone = x
}

// Change goes to where the request of the shown exchange is made, and makes some
// edits there. The exchange stays the shown one.
func (l *Look) Change(place string, edits ...views.Edit) tea.Cmd {
	x := l.Exchange()
	if x == nil {
		return l.desk.NoRequest()
	}
	cmd := x.Change(place, edits...)
	if x.Turn != nil {
		l.Select(x.Turn)
	}
	return cmd
}

// Step shows the exchange that is n places after the shown one.
func (l *Look) Step(n int) tea.Cmd {
	if x := l.Exchange(); x != nil {
		return x.Step(n)
	}
	return l.desk.NothingSent()
}

// CopyMenu lists what of an exchange can be copied and exported: all of it comes from the
// exchange, never from the screen. More rows come first.
func (l *Look) CopyMenu(x *screen.Exchange, more ...picker.Item) tea.Cmd {
	words := ""
	if x.Turn != nil {
		words = screen.UserText(x.Turn)
	}
	of := l.SharingOf(x, l.Shown(x), words)
	of.Parts = append(more, of.Parts...)
	return l.OpenCopyMenu(of)
}

// Key hands a key to a page that is read by scrolling, or that does not have the key, unless
// letters are text there; ok is false for any other. Where the page has no use for it a notice
// reports that with the tabs that have one, which elsewhere returns, unless the key moves, which
// stops at an end.
func (l *Look) Key(page screen.Page, press tea.KeyPressMsg, elsewhere func(tea.KeyPressMsg) []string) (cmd tea.Cmd, ok bool) {
	c, has := l.Keys.In(page.Scopes...).Command(l.Keys.Asked(press, page.Scopes...))
	if t, ok := page.Pane.(views.Typist); ok && t.Typing() || has && !slices.Contains(page.Scopes, views.Figures) {
		return nil, false
	}
	cmd, used := l.DeliverUsed(page.ID, press)
	if used || c.Hidden {
		return cmd, true
	}
	tabs, words := elsewhere(press), views.KeyName(press.String())
	switch {
	case has:
		words += " (" + c.Short + ")"
	case len(tabs) == 0:
		return cmd, true
	}
	if words += " does nothing here"; len(tabs) > 0 {
		words += "; it works in " + strings.Join(tabs, ", ")
	}
	return tea.Batch(cmd, l.Notify("%s", words)), true
}

// lastSubject is the subject that a pane got last.
type lastSubject struct {
	views.Subject
	version uint64 // of its exchange
	pane    screen.ID
}

// LastSubject returns the subject that a pane got last.
func (l *Look) LastSubject() views.Subject { return l.last.Subject }

// Moment is the moment at which a pane shows an exchange.
type Moment int

// The moments.
const (
	AtPlayback Moment = iota // the playback position
	AtEnd
)

// RefreshPane sets the subject of a pane to the shown exchange at a moment, where that
// is not the last subject, and starts the work that the pane asks for.
func (l *Look) RefreshPane(id screen.ID, pane views.Pane, at Moment) tea.Cmd {
	x, now := l.Exchange(), lastSubject{pane: id}
	if x != nil {
		now.Turn, now.Exchange, now.Capture = x.TurnID(), x.State, x.Capture
		if at == AtPlayback && now.Exchange != nil {
			now.Exchange = l.Shown(x)
		}
	}
	if now.Exchange != nil {
		now.version = now.Exchange.Version
	}
	var clock tea.Cmd
	switch {
	case x == nil:
	case now.Exchange != x.State: // no time passes at an earlier moment
		now.NowUS = max(l.Position().AtUS, 0)
	default:
		var tick, waited tea.Cmd
		now.NowUS, tick = l.Now(now.Exchange, now.Capture)
		now.Waited, waited = l.waited(now.Exchange)
		clock = tea.Batch(tick, waited)
	}
	was := &l.last
	same := was.Turn == now.Turn && was.Prices == l.Prices() && was.Exchange == now.Exchange && was.Capture == now.Capture
	if same && was.version == now.version && was.pane == now.pane && was.NowUS == now.NowUS && was.Waited == now.Waited {
		return clock
	}
	subject := was.Subject
	if !same {
		subject = l.Subject(x)
	}
	subject.Exchange, subject.NowUS, subject.Waited = now.Exchange, now.NowUS, now.Waited
	now.Subject = subject
	*was = now
	if p, ok := pane.(views.Inspector); ok {
		p.SetSubject(subject)
	}
	if w, ok := pane.(views.Worker); ok {
		return tea.Batch(clock, screen.Address(id, w.Work()))
	}
	return clock
}

// TopFacts returns the facts of the top line with a turn as it is shown; nil for no turn. A stream that
// sends nothing is reported as silent.
func (l *Look) TopFacts(t *talk.Turn) bars.Facts {
	f := l.desk.TurnFacts(t, l.ShownOf(t))
	if t == nil || t.Exchange == nil || t.Capture == nil || !f.Running {
		return f
	}
	if us := figures.SilentFor(t.Exchange, l.at.Sub(t.Capture.Start).Microseconds()); us > 0 {
		f.Silence = figures.Duration(us)
	}
	return f
}

// Subject returns what there is to see of an exchange at its end; nil for none.
func (l *Look) Subject(x *screen.Exchange) views.Subject {
	if x == nil {
		return views.Subject{}
	}
	s := views.Subject{Turn: x.TurnID(), Exchange: x.State, Capture: x.Capture, Target: x.About.Target, Replayed: x.About.Origin == history.Replay, Service: cmp.Or(x.About.Service, l.Link.Service), Local: x.About.Connection == history.Local, Prices: l.Prices()}
	if x.Turn != nil {
		at, count := x.Place()
		s.Number, s.Alone = at+1, at >= 0 && count == 1
	}
	if s.Capture == nil {
		return s
	}
	sent := s.Capture.Sent
	s.BaseURL = screen.BaseURL(sent.URL)
	s.KeySent = len(wire.KeyHeaders(sent.Header)) > 0
	s.Metadata = sent.AsksMetadata()
	return s
}
