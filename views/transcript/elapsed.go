package transcript

import (
	"gatehouse/state"
	"gatehouse/state/figures"
)

// SetNow tells at which moment the turn at the end is looked at, in
// microseconds after the start of its request; 0 where it does not run, or
// where its arrivals tell the time. Only the line of how it stands is made
// again.
func (m *Model) SetNow(us int64) {
	if us == m.nowUS {
		return
	}
	m.nowUS = us
	if len(m.path) == 0 {
		return
	}
	tv := m.path[len(m.path)-1]
	x := tv.turn.SentExchange()
	s := tv.sections[key{turn: tv.id, part: partFooter}]
	if s == nil || x == nil || x != tv.exchange || !x.Running() {
		return
	}
	s.head = m.builder(tv).standing(x)
	m.changed()
}

// nowOf is the moment at which a running exchange is looked at: never before
// what came last. An exchange that is shown as it was stands still.
func (b *builder) nowOf(x *state.Exchange) int64 {
	if b.tv.turn == b.m.earlier.then {
		return x.LatestUS()
	}
	return max(x.LatestUS(), b.m.nowUS)
}

// speed is how fast the output came; empty where that is not known. Until the service reports
// its tokens it is not: what their bytes say is far off.
func (b *builder) speed(x *state.Exchange) string {
	rate, estimated, ok := figures.RateOf(x)
	switch {
	case !ok, x.Running():
		return ""
	case estimated:
		return "~" + figures.Thousands(int(rate+0.5)) + " tok/s"
	}
	return figures.Thousands(int(rate+0.5)) + " tok/s"
}

// elapsed is how long the exchange took, or has taken up to now; empty where its
// arrivals tell it no better than the first byte does.
func (b *builder) elapsed(x *state.Exchange) string {
	if us, ok := figures.Total(x); ok {
		if hung := figures.SilenceBeforeEnd(x); hung > 0 {
			return figures.Duration(us) + ", then " + figures.Duration(hung) + " of silence"
		}
		return figures.Duration(us)
	}
	switch {
	case x.Running() && (x.LastDeltaUS > 0 || b.m.nowUS > 0):
		return figures.Duration(b.nowOf(x))
	case x.LastDeltaUS > 0:
		return figures.Duration(x.LastDeltaUS)
	}
	return ""
}
