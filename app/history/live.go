package history

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	past "gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/views"
)

// live is what the list shows of the exchanges that come through the proxy while it is
// shown: they are rows of their own until the archive has them.
type live struct {
	stored  []past.Entry // rows of the archive
	whole   bool         // there are no older ones
	version int          // of the proxy, when the list was made last
	kept    int          // exchanges that the archive had got when it was read last
	loading bool         // a reading of the archive for those that came since is on its way
}

// loadEvery is the least time between two readings of the archive for what came through
// the proxy: its rows are in the list anyway.
const loadEvery = time.Second

// relist puts the exchanges of the proxy that the archive does not have above those that it
// has.
func (s *Screen) relist() {
	s.live.version = s.Proxy.Version
	rows := slices.DeleteFunc(s.passed(), func(e past.Entry) bool {
		return slices.ContainsFunc(s.live.stored, func(has past.Entry) bool { return has.ID == e.ID })
	})
	s.list.SetEntries(append(rows, s.live.stored...), s.live.whole, time.Now())
}

// passed are the exchanges of the proxy that belong into the list now.
func (s *Screen) passed() []past.Entry {
	q, ok := s.filter.Query(time.Now())
	if !ok || len(q.Any) > 0 && !passes(q) {
		return nil
	}
	rows := s.Sent.Passed()
	if len(s.live.stored) > 0 && s.History.On() { // an older one was there before: it is further down, or deleted
		oldest := s.live.stored[len(s.live.stored)-1].Start
		rows = slices.DeleteFunc(rows, func(e past.Entry) bool {
			p := s.Sent.PassedAt(e.Key)
			return p != nil && p.Stored() && e.Start.Before(oldest)
		})
	}
	return rows
}

// passes reports whether a query holds for every exchange of the proxy, and for no other.
func passes(q query.Query) bool {
	for _, all := range q.Any {
		if len(all) != 1 || all[0].Field == nil || all[0].Field.Name != "origin" || all[0].Not || all[0].Text != string(past.Proxy) {
			return false
		}
	}
	return true
}

// refreshLive lists what came through the proxy since, while the list is shown, and reads
// the archive again once it has some of that.
func (s *Screen) refreshLive() tea.Cmd {
	s.Proxy.Failed = 0
	if s.live.version != s.Proxy.Version {
		s.relist()
	}
	if s.live.kept == s.Proxy.Kept || s.live.loading {
		return nil
	}
	s.live.loading = true
	return func() tea.Msg {
		select {
		case <-time.After(loadEvery):
		case <-s.Life.Ctx.Done():
		}
		return due{s}
	}
}

// due says that it is time to read the archive again.
type due struct{ screen *Screen }

// Land implements screen.Effect.
func (d due) Land() tea.Cmd {
	s := d.screen
	s.live.loading = false
	if !s.isShown() || s.Life.Ctx.Err() != nil {
		return nil
	}
	return s.load()
}

// liveExchange is an exchange of the proxy as the inspector shows it.
func (s *Screen) liveExchange(p *screen.Passed) *exchange {
	return &exchange{screen: s, passed: p, entry: p.Entry(), folded: p.State(), capture: p.Capture()}
}

// notYet says why an action cannot be done to an exchange that the archive does not have;
// empty: it can.
func (s *Screen) notYet(e past.Entry, a views.Action) string {
	p := s.Sent.PassedAt(e.Key)
	switch {
	case p == nil, a == views.ActOpenRow, a == views.ActHistoryMark, a == views.ActHistoryCompare:
		return ""
	case p.State().Running():
		return "it is still running; " + s.Keys.In(views.History).Name(views.ActOpenRow) + " shows it as it comes"
	case a == views.ActDelete && p.Stored():
		return "it is being saved; try again in a moment"
	case a == views.ActDelete:
		return "not deleted: it is in memory only, until you quit"
	}
	return ""
}
