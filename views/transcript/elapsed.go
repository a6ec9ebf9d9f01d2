package transcript

import (
	"gatehouse/state"
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
