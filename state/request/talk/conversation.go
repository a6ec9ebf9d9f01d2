// Package talk is the request side of a conversation: the draft, the tree of turns,
// the next request, edits of the one document and their undo, attachments, and
// conversations opened from files. Answers are folded in state; nothing here calls a
// service, reads a clock or a file.
package talk

import (
	"encoding/json"
	"iter"
	"slices"

	"gatehouse/client/scan"
)

// Conversation is a tree of turns with a current one. The path from the root to the
// current turn is what is shown and sent.
type Conversation struct {
	Draft   *Draft
	Current *Turn // nil before the first turn
	Version uint64

	roots      []*Turn
	turns      []*Turn           // by ID - 1; nil for a detached turn
	attached   []json.RawMessage // content parts that are sent with the composer's text
	edited     *Turn             // the turn whose message the composer edits; nil for none
	lastChild  map[*Turn]*Turn   // by parent: the child that was last on the path
	rawInput   json.RawMessage   // `input` of an empty path; nil: it is left out
	headers    *Draft            // the HTTP headers, whose edits can be undone too; nil for none
	history    history
	callsCache callsCache
}

// NewConversation returns a conversation without turns.
func NewConversation(d *Draft) *Conversation {
	return &Conversation{Draft: d, lastChild: map[*Turn]*Turn{}, history: history{draft: d.Bytes()}}
}

// Add adds a turn after parent, or a first one when parent is nil, and makes it current. A
// second child of one parent is a branch: nothing is overwritten.
func (c *Conversation) Add(parent *Turn, input []json.RawMessage) *Turn {
	t := c.newTurn(parent, input)
	c.Select(t)
	return t
}

// newTurn adds a turn after parent without making it current.
func (c *Conversation) newTurn(parent *Turn, input []json.RawMessage) *Turn {
	t := &Turn{ID: len(c.turns) + 1, Parent: parent, Input: input}
	c.turns = append(c.turns, t)
	*c.children(parent) = append(*c.children(parent), t)
	return t
}

// children returns the turns after parent; the first turns when it is nil.
func (c *Conversation) children(parent *Turn) *[]*Turn {
	if parent == nil {
		return &c.roots
	}
	return &parent.Children
}

// Select makes a turn current; nil is the position before the first turn, where an edited
// first message begins its branch.
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

// Leaf returns the last turn of the branch that begins at t, following the children that
// were last current, else the newest.
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
func (c *Conversation) Path() []*Turn { return c.Current.Path() }

// Path returns the turns from the root to t; none for nil.
func (t *Turn) Path() []*Turn {
	var path []*Turn
	for ; t != nil; t = t.Parent {
		path = append(path, t)
	}
	slices.Reverse(path)
	return path
}

// Siblings returns the turns with the same parent as t, t included, in order of creation.
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

// Turns yields the turns of all branches in order of creation.
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

// Pending reports whether the path ends in items without an answer, so that the document
// can be sent as it is.
func (c *Conversation) Pending() bool { return c.Current != nil && c.Current.awaitsAnswer() }

// TurnToSend returns the turn for an exchange that is about to be sent after parent, and
// makes it current; input is what it adds. Without input it is the turn at parent when
// that awaits an answer, or a sibling of it when it was sent before, else a new turn
// without input.
func (c *Conversation) TurnToSend(parent *Turn, input []json.RawMessage) *Turn {
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
		return c.AddSibling(parent)
	}
	c.Select(parent)
	return parent
}

// AddSibling adds a turn with the same parent and input as t, to send it again.
func (c *Conversation) AddSibling(t *Turn) *Turn {
	again := c.Add(t.Parent, t.Input)
	again.rawInput, again.inDocument = t.rawInput, t.inDocument
	return again
}
