package look

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/views"
)

// given is what a pane was given last.
type given struct {
	views.Subject
	version uint64 // of its exchange
	pane    screen.ID
}

// Given is what a pane was given last.
func (l *Look) Given() views.Subject { return l.given.Subject }

// Give gives a pane the shown exchange, where that is not what a pane was given
// last, and starts the work that the pane asks for. The exchange is as it was at
// the playback position, or with complete as it is at its end.
func (l *Look) Give(id screen.ID, pane views.Pane, complete bool) tea.Cmd {
	x, now := l.Exchange(), given{pane: id}
	if x != nil {
		now.Turn, now.Exchange, now.Capture = x.TurnID(), x.State, x.Capture
		if !complete && now.Exchange != nil {
			now.Exchange = l.Shown(x)
		}
	}
	if now.Exchange != nil {
		now.version = now.Exchange.Version
	}
	var clock tea.Cmd
	if x != nil && now.Exchange == x.State { // no time passes at an earlier moment
		var tick, waited tea.Cmd
		now.NowUS, tick = l.Now(now.Exchange, now.Capture)
		now.Waited, waited = l.waited(now.Exchange)
		clock = tea.Batch(tick, waited)
	}
	was := &l.given
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

// Subject is what there is to see of an exchange at its end; nil for none.
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
