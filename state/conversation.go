package state

import (
	"encoding/json"
	"slices"
)

// Conversation is a tree of turns and the turn that is current; the path from
// the root to it is what is shown and sent.
type Conversation struct {
	Draft   *Draft
	Current *Turn // nil: nothing said yet
	Version uint64

	roots   []*Turn
	turns   []*Turn         // by ID - 1
	visited map[*Turn]*Turn // the child that was last on the path
	spelled json.RawMessage // the input of an opened request that is no list of items
}

// NewConversation returns a conversation in which nothing has been said.
func NewConversation(d *Draft) *Conversation {
	return &Conversation{Draft: d, visited: map[*Turn]*Turn{}}
}

// Add makes a turn behind parent, or a first one when parent is nil, and makes
// it current. It never overwrites: a second child of one parent is a branch.
func (c *Conversation) Add(parent *Turn, input []json.RawMessage) *Turn {
	t := &Turn{ID: len(c.turns) + 1, Parent: parent, Input: input}
	c.turns = append(c.turns, t)
	if parent == nil {
		c.roots = append(c.roots, t)
	} else {
		parent.Children = append(parent.Children, t)
	}
	c.Select(t)
	return t
}

// Select makes a turn current; nil stands for the place before the first turn,
// where an edited first message begins its branch.
func (c *Conversation) Select(t *Turn) {
	c.Current = t
	c.Version++
	for ; t != nil; t = t.Parent {
		c.visited[t.Parent] = t
	}
}

// Leaf returns the turn at the end of the branch that begins at t: along the
// children that were last current, else the newest.
func (c *Conversation) Leaf(t *Turn) *Turn {
	for t != nil {
		next := c.visited[t]
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
	if t.Parent == nil {
		return c.roots
	}
	return t.Parent.Children
}

// Find returns the turn with an ID, or nil.
func (c *Conversation) Find(id int) *Turn {
	if id < 1 || id > len(c.turns) {
		return nil
	}
	return c.turns[id-1]
}

// Len returns the number of turns in all branches.
func (c *Conversation) Len() int { return len(c.turns) }
