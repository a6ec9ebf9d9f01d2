package transcript

import (
	"gatehouse/state"
	"gatehouse/state/talk"
)

// earlier is a turn that is shown as it was at an earlier moment of its exchange.
type earlier struct {
	of   *talk.Turn
	then *talk.Turn // a copy, with the exchange as it was
}

// SetEarlier shows a turn with its exchange as it was at an earlier moment, until
// it is called with nil. The exchange may go on afterwards.
func (m *Model) SetEarlier(turn *talk.Turn, then *state.Exchange) {
	p := &m.earlier
	switch {
	case turn == nil || then == nil:
		if p.of == nil {
			return
		}
		*p = earlier{}
	case p.of == turn && p.then.Exchange == then:
		m.changed()
		return
	default:
		copied := *turn
		copied.Exchange = then
		*p = earlier{of: turn, then: &copied}
	}
	m.path, m.version = m.path[:0], 0 // the turns are looked up again
	m.changed()
}

// isEarlier reports whether a turn is shown as it was at an earlier moment.
func (m *Model) isEarlier(tv *turnView) bool {
	return m.earlier.then != nil && tv.turn == m.earlier.then
}
