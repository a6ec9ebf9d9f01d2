package look

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/talk"
)

// turns are those of a conversation that have an exchange, and what the list was
// made from.
type turns struct {
	conv    *talk.Conversation
	version uint64
	last    *state.Exchange
	list    []*talk.Turn
}

// Turns are those of the shown conversation that have an exchange, in the order of
// their making: sent ones, and a saved answer that was opened. The list is made
// again when a turn came or went, or was sent: each frame asks for it.
func (l *Look) Turns() []*talk.Turn {
	conv := l.desk.Shown().Conv
	now := turns{conv: conv, version: conv.Version}
	if conv.Current != nil {
		now.last = conv.Current.Exchange
	}
	was := &l.turns
	if was.conv == now.conv && was.version == now.version && was.last == now.last {
		return was.list
	}
	for t := range conv.Turns() {
		if t.Exchange != nil {
			now.list = append(now.list, t)
		}
	}
	*was = now
	return now.list
}

// Step shows an exchange before or after, in the order of making, whatever branch
// it is in.
func (l *Look) Step(by int) tea.Cmd {
	all := l.Turns()
	at := slices.Index(all, l.Turn())
	to := at + by
	if at < 0 { // the shown turn was part of a request that was opened
		to = len(all) - 1
	}
	switch {
	case len(all) == 0:
		return l.Notify("nothing sent yet in this conversation")
	case to < 0:
		return l.Notify("this is the first exchange")
	case to >= len(all):
		l.Select(nil)
		return l.Notify("this is the last exchange; the next one appears here when it is sent")
	}
	l.Select(all[to])
	return nil
}
