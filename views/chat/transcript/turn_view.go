package transcript

import (
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/request/talk"
	"gatehouse/views/kit/text"
)

// turnView is a turn as units of sections: see unit.
type turnView struct {
	id   int
	turn *talk.Turn

	before, after unit             // what is around the answer
	items         []*state.Item    // of the answer; none in the raw view
	last          *state.Item      // of them
	made          map[int]*unit    // of the items near the screen, by their serial numbers
	sections      map[key]*section // all that are made
	maxMade       int              // units that are made before some are dropped
	drawing       int              // counts drawings of the transcript
	look          int              // incremented when all that is made has to be checked again

	shape
	version uint64 // of the exchange
	synced  bool   // the sections are those of the shape, facts and version
	facts   turnFacts

	changes   text.Memo[exchangeAt, []explain.Change]
	reasoning text.Memo[exchangeAt, reasoningShare]
	model     text.Memo[*state.Item, string] // that an answer without an exchange names, by its first item
}

// exchangeAt is an exchange at one of its versions.
type exchangeAt struct {
	*state.Exchange
	version uint64
}

// shape is what all units of a turn depend on.
type shape struct {
	exchange     *state.Exchange
	conversation uint64 // its version: what waits for an output depends on it
	siblings     int
	width        int
	styles       int // their version
	raw          bool
}

// turnFacts is what else of a turn all its units depend on.
type turnFacts struct {
	model string // that the turn's heading names
	waits int    // calls that wait for an output
}

func newTurnView(t *talk.Turn) *turnView {
	return &turnView{id: t.ID, turn: t, made: map[int]*unit{}, sections: map[key]*section{}}
}

// sync updates a turn: what is around its answer now, the items when they
// are asked for.
func (m *Model) sync(tv *turnView) {
	x := tv.turn.Exchange
	version := uint64(0)
	if x != nil {
		version = x.Version
	}
	was, now := tv.shape, shape{x, m.conv.Version, len(m.conv.Siblings(tv.turn)), m.columns(), m.styles.Version, m.raw[tv.id]}
	unchanged := tv.synced && was == now
	if unchanged && tv.version == version {
		return
	}
	switch {
	case was.styles != now.styles, was.raw != now.raw, was.exchange != x && !atAnotherTime(was.exchange, x):
		tv.drop()
	case was.exchange != x:
		tv.outdate()
	}
	tv.shape, tv.version, tv.synced = now, version, true
	if moved := tv.refreshItems(); moved && was.exchange == x {
		m.find.searched.moved = true
	}
	facts := turnFacts{tv.turn.Model(), len(m.openCallsOf(tv).calls)}
	unchanged = unchanged && tv.facts == facts
	if !unchanged {
		tv.facts = facts
		tv.look++
	}
	m.around(tv, unchanged)
}

// outdate has the sections updated for another time of the exchange. Long texts are not cut again.
func (tv *turnView) outdate() {
	tv.model.Forget()
	for _, s := range tv.sections {
		s.outdate()
	}
}

// drop has all that is made be made again.
func (tv *turnView) drop() {
	tv.model.Forget()
	clear(tv.sections)
	clear(tv.made)
	tv.maxMade = 0
}

// refreshItems reads the items of the answer, and reports whether one is elsewhere than
// before: one that arrives late is before others.
func (tv *turnView) refreshItems() (moved bool) {
	n := len(tv.items)
	tv.items = nil
	if !tv.raw {
		tv.items = tv.turn.Items()
	}
	moved = n > 0 && (len(tv.items) < n || tv.items[n-1] != tv.last)
	if tv.last = nil; len(tv.items) > 0 {
		tv.last = tv.items[len(tv.items)-1]
	}
	return moved
}

// around makes the sections before and after the answer; if the turn is unchanged, only
// those after it.
func (m *Model) around(tv *turnView, unchanged bool) {
	b := m.builder(tv)
	b.top = len(m.path) == 0 || m.path[0] == tv
	switch {
	case tv.raw:
		b.wire()
	case unchanged:
		b.sections = tv.before.sections
	default:
		if !m.alone || tv.turn != m.extent.from {
			b.input()
		}
		if !m.alone {
			b.model()
		}
	}
	tv.before.sections = b.sections
	b.top = b.top && len(b.sections) == 0
	b.sections = nil
	empty := func() bool { return len(tv.before.sections)+len(b.sections) == 0 }
	if !tv.raw {
		b.failure()
		if empty() && tv.turn.SentExchange() == nil {
			b.noOutput()
		}
		b.footer()
	}
	if empty() {
		b.noOutput()
	}
	tv.after.sections = b.sections
}

// atAnotherTime reports whether y is x as it was, or will be.
func atAnotherTime(x, y *state.Exchange) bool {
	return x != nil && y != nil && x.Identity() == y.Identity()
}

// earlier is a turn that is shown as it was at an earlier moment of its exchange.
type earlier struct {
	of   *talk.Turn
	then *talk.Turn // a copy, with the exchange as it was
}

// SetEarlier shows a turn with its exchange as it was at an earlier moment, until
// it is called with nil. The exchange may continue afterwards.
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
		*p = earlier{turn, &copied}
	}
	m.path, m.version = m.path[:0], 0 // the turns are looked up again
	m.changed()
}
