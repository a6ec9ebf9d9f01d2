package talk

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Recorded is an exchange that a file holds whole, with its request.
type Recorded struct {
	State   *state.Exchange // of POST /responses, ended
	Capture *wire.Capture
}

// OpenExchanges returns the conversation of exchanges in the order they were made: each is
// the answer of a turn, which goes on from the turn whose items its request repeats. A
// request that repeats none begins a branch of its own. The draft is that of the last.
func OpenExchanges(all []Recorded) *Conversation {
	c := NewConversation(NewDraft())
	for i := len(all) - 1; i >= 0; i-- {
		if d, err := draftOf(all[i].State.Request); err == nil {
			c = NewConversation(d)
			break
		}
	}
	for _, x := range all {
		t := c.recordedTurn(x.State.Request)
		t.Exchange, t.Capture, t.recorded = x.State, x.Capture, true
		c.Select(t)
	}
	return c
}

// draftOf is a request without its input.
func draftOf(request []byte) (*Draft, error) {
	if err := scan.Check(request); err != nil {
		return nil, err
	}
	rest, _ := deleteAt(request, []string{"input"})
	return ParseDraft(rest)
}

// recordedTurn adds the turn that a request was sent from.
func (c *Conversation) recordedTurn(request []byte) *Turn {
	if scan.Check(request) != nil {
		return c.newTurn(nil, nil)
	}
	input := scan.Get(request, "input")
	switch scan.KindOf(input) {
	case scan.String:
		t := c.newTurn(nil, []json.RawMessage{UserMessage(scan.Text(input))})
		t.rawInput = input
		return t
	case scan.Array:
	default:
		return c.newTurn(nil, nil)
	}
	items := elements(input)
	from, count := c.repeated(items)
	if count == len(items) {
		return c.newTurn(from, nil)
	}
	t := c.newTurns(from, items[count:])
	if len(t.Output) > 0 { // the request ended with what a model had said
		t = c.newTurn(t, nil)
	}
	return t
}

// repeated returns the turn from which items go on, and how many of them are those of its
// path.
func (c *Conversation) repeated(items []json.RawMessage) (from *Turn, count int) {
	ends := map[*Turn]int{} // how many items there are up to a turn whose path is repeated
	for t := range c.Turns() {
		begin, ok := ends[t.Parent]
		if t.Parent != nil && !ok {
			continue
		}
		n, same := repeats(t, items[begin:])
		if !same {
			continue
		}
		if ends[t] = begin + n; n > 0 && begin+n >= count {
			from, count = t, begin+n
		}
	}
	return from, count
}

// repeats reports whether items begin with those of a turn, and how many these are. What a
// model said may name it or not: services differ in that.
func repeats(t *Turn, items []json.RawMessage) (n int, same bool) {
	for _, o := range []BodyOptions{{}, {OmitModel: true}} {
		mine := t.requestItems(o).items
		same = len(mine) <= len(items)
		for i := 0; same && i < len(mine); i++ {
			same = sameItem(mine[i], items[i])
		}
		if same {
			return len(mine), true
		}
	}
	return 0, false
}
