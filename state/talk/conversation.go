package talk

import (
	"encoding/json"
	"iter"
	"slices"

	"gatehouse/client/scan"
)

// Conversation is a tree of turns and the turn that is current; the path from
// the root to it is what is shown and sent.
type Conversation struct {
	Draft   *Draft
	Current *Turn // nil: nothing said yet
	Version uint64

	roots      []*Turn
	turns      []*Turn           // by ID - 1; nil for one that an edit has taken away
	attached   []json.RawMessage // content parts that go with the text being written
	edited     *Turn             // that what is being written stands for; nil for none
	lastChild  map[*Turn]*Turn   // the child that was last on the path
	rawInput   json.RawMessage   // what `input` holds on an empty path; nil: it is left out
	headers    *Draft            // what goes out beside the document; nil for none
	history    history
	callsCache callsCache
}

// NewConversation returns a conversation in which nothing has been said.
func NewConversation(d *Draft) *Conversation {
	return &Conversation{Draft: d, lastChild: map[*Turn]*Turn{}, history: history{draft: d.Bytes()}}
}

// Add makes a turn behind parent, or a first one when parent is nil, and makes
// it current. It never overwrites: a second child of one parent is a branch.
func (c *Conversation) Add(parent *Turn, input []json.RawMessage) *Turn {
	t := c.newTurn(parent, input)
	c.Select(t)
	return t
}

// newTurn makes a turn behind parent without going there.
func (c *Conversation) newTurn(parent *Turn, input []json.RawMessage) *Turn {
	t := &Turn{ID: len(c.turns) + 1, Parent: parent, Input: input}
	c.turns = append(c.turns, t)
	*c.children(parent) = append(*c.children(parent), t)
	return t
}

// children are the turns behind parent; the first ones when it is nil.
func (c *Conversation) children(parent *Turn) *[]*Turn {
	if parent == nil {
		return &c.roots
	}
	return &parent.Children
}

// Select makes a turn current; nil stands for the place before the first turn,
// where an edited first message begins its branch.
func (c *Conversation) Select(t *Turn) {
	c.Current = t
	c.Version++
	for ; t != nil; t = t.Parent {
		if t.detached {
			c.reattach(t)
		}
		c.lastChild[t.Parent] = t
	}
}

// Leaf returns the turn at the end of the branch that begins at t: along the
// children that were last current, else the newest.
func (c *Conversation) Leaf(t *Turn) *Turn {
	for t != nil {
		next := c.lastChild[t]
		if next == nil && len(t.Children) > 0 {
			next = t.Children[len(t.Children)-1]
		}
		if next == nil {
			break
		}
		t = next
	}
	return t
}

// Path returns the turns from the root to the current one.
func (c *Conversation) Path() []*Turn {
	var path []*Turn
	for t := c.Current; t != nil; t = t.Parent {
		path = append(path, t)
	}
	slices.Reverse(path)
	return path
}

// Siblings returns the turns that stand beside t and t itself, in the order of
// making.
func (c *Conversation) Siblings(t *Turn) []*Turn {
	return *c.children(t.Parent)
}

// Find returns the turn with an ID, or nil.
func (c *Conversation) Find(id int) *Turn {
	if id < 1 || id > len(c.turns) {
		return nil
	}
	return c.turns[id-1]
}

// Turns goes through the turns of all branches, in the order of making.
func (c *Conversation) Turns() iter.Seq[*Turn] {
	return func(yield func(*Turn) bool) {
		for _, t := range c.turns {
			if t != nil && !yield(t) {
				return
			}
		}
	}
}

// Len returns the number of turns in all branches.
func (c *Conversation) Len() int {
	n := 0
	for _, t := range c.turns {
		if t != nil {
			n++
		}
	}
	return n
}

// Pending reports whether the path ends in items that wait for an answer: to
// send the document as it stands means to ask with them.
func (c *Conversation) Pending() bool { return c.Current != nil && c.Current.awaitsAnswer() }

// Begin returns the turn for an exchange that is about to be sent behind
// parent, and makes it current. input is what the turn adds to what stands
// there. With none it is the turn at parent when that waits; where that was
// sent before, for no answer, a turn beside it; else one without input.
func (c *Conversation) Begin(parent *Turn, input []json.RawMessage) *Turn {
	if len(input) > 0 || parent == nil || !parent.awaitsAnswer() {
		t := c.Add(parent, input)
		if of := c.edited; of != nil && of.rawInput != nil && parent == nil && len(input) == 1 {
			if content := scan.Get(input[0], "content"); scan.KindOf(content) == scan.String {
				t.rawInput = content
			}
		}
		return t
	}
	parent.inDocument = true
	if parent.SentExchange() != nil {
		return c.Again(parent)
	}
	c.Select(parent)
	return parent
}

// Again makes a turn beside t with the same input, to send it again.
func (c *Conversation) Again(t *Turn) *Turn {
	again := c.Add(t.Parent, t.Input)
	again.rawInput, again.inDocument = t.rawInput, t.inDocument
	return again
}
