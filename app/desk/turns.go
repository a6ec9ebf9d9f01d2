package desk

import (
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

// Turns are those of the conversation that have an exchange, in the order of
// their making: sent ones, and a saved answer that was opened. The list is made
// again when a turn was added, removed or sent: each paint asks for it.
func (c *Chat) Turns() []*talk.Turn {
	conv := c.Conv
	now := turns{conv: conv, version: conv.Version}
	if conv.Current != nil {
		now.last = conv.Current.Exchange
	}
	was := &c.turns
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

// LastSent is the last turn on the shown path that was sent or loaded; nil for none.
func (c *Chat) LastSent() *talk.Turn {
	t := c.Conv.Current
	for t != nil && t.Exchange == nil && len(t.Output) == 0 {
		t = t.Parent
	}
	return t
}
