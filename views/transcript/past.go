package transcript

import (
	"gatehouse/state"
	"gatehouse/state/talk"
)

// past is a turn that is shown as it was at an earlier moment of its exchange.
type past struct {
	of   *talk.Turn
	then *talk.Turn // a copy, with the exchange as it was
}

// SetPast shows a turn with its exchange as it was at an earlier moment, until
// it is called with nil. The exchange may go on afterwards.
func (m *Model) SetPast(turn *talk.Turn, then *state.Exchange) {
	p := &m.past
	switch {
	case turn == nil || then == nil:
		if p.of == nil {
			return
		}
		*p = past{}
	case p.of == turn && p.then.Exchange == then:
		m.changed()
		return
	default:
		copied := *turn
		copied.Exchange = then
		*p = past{of: turn, then: &copied}
	}
	m.path, m.version = m.path[:0], 0 // the turns are looked up again
	m.changed()
}

// shownAs is the turn as it is to be shown.
func (m *Model) shownAs(t *talk.Turn) *talk.Turn {
	if t == m.past.of && m.past.then != nil {
		return m.past.then
	}
	return t
}

// inPast reports whether a turn is shown as it was at an earlier moment.
func (m *Model) inPast(tv *turnView) bool { return m.past.then != nil && tv.turn == m.past.then }
