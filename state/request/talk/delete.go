package talk

import "slices"

// Delete removes a turn of the path and all turns after it, in all branches, from the tree, as one
// step to undo. It returns the sibling before it, else the one after it, else its parent, nil for
// none; the path continues from there to the end of that branch. The composer's text stays.
func (c *Conversation) Delete(t *Turn, composer string) (near *Turn) {
	_, _ = c.recordEdit(composer, singleStep, func() (string, error) { // it never fails
		near = c.remove(t)
		return composer, nil
	})
	c.history.undoSteps[len(c.history.undoSteps)-1].after.deleted = t
	return near
}

// Deleted returns the turn whose deletion the next Undo reverts, nil for none.
func (c *Conversation) Deleted() *Turn {
	if n := len(c.history.undoSteps); n > 0 && c.historyIsCurrent() {
		return c.history.undoSteps[n-1].after.deleted
	}
	return nil
}

// remove removes a turn and all after it, and selects the end of the branch at near.
func (c *Conversation) remove(t *Turn) (near *Turn) {
	near, siblings := t.Parent, c.Siblings(t)
	end := near
	if at := slices.Index(siblings, t); len(siblings) > 1 {
		near = siblings[max(at, 1)-1]
		if near == t {
			near = siblings[1]
		}
		end = c.Leaf(near)
	}
	c.detach(t)
	c.Select(end)
	if end == nil {
		c.rawInput = nil
	}
	return near
}

// Holds reports whether a turn is t or follows it.
func (t *Turn) Holds(other *Turn) bool {
	for ; other != nil; other = other.Parent {
		if other == t {
			return true
		}
	}
	return false
}

// Following returns the number of turns after t, in all branches.
func (t *Turn) Following() int {
	n := -1
	t.walk(func(*Turn) { n++ })
	return n
}

// detachUnsent removes turns from the tree that an edit removed from the path and that were neither
// sent nor answered: the history has them, but they are no branch.
func (c *Conversation) detachUnsent(was *Turn) {
	if was == c.Current {
		return
	}
	on := map[*Turn]bool{}
	for t := c.Current; t != nil; t = t.Parent {
		on[t] = true
	}
	var top *Turn
	for t := was; t != nil && !on[t]; t = t.Parent {
		top = t
	}
	if top == nil || top.detached || !top.isDiscardable() {
		return
	}
	c.detach(top)
}

// detach removes a turn and all after it from the tree.
func (c *Conversation) detach(top *Turn) {
	siblings := c.children(top.Parent)
	*siblings = slices.DeleteFunc(slices.Clone(*siblings), func(t *Turn) bool { return t == top })
	if c.lastChild[top.Parent] == top {
		delete(c.lastChild, top.Parent)
	}
	top.detached = true
	top.walk(func(t *Turn) {
		c.turns[t.ID-1] = nil
		t.cached = requestItems{}
	})
}

// reattach puts a detached turn back into the tree, in order of creation.
func (c *Conversation) reattach(t *Turn) {
	siblings := c.children(t.Parent)
	at, _ := slices.BinarySearchFunc(*siblings, t.ID, func(s *Turn, id int) int { return s.ID - id })
	*siblings = slices.Insert(slices.Clone(*siblings), at, t)
	t.detached = false
	t.walk(func(t *Turn) { c.turns[t.ID-1] = t })
}

// isDiscardable reports whether a turn and all after it hold only what the user edited: no
// exchange and no opened answer.
func (t *Turn) isDiscardable() bool {
	idle := true
	t.walk(func(t *Turn) { idle = idle && t.SentExchange() == nil && (t.madeByEdit || !t.Answered()) })
	return idle
}

// walk calls f with a turn and all turns after it in the tree.
func (t *Turn) walk(f func(*Turn)) {
	for todo := []*Turn{t}; len(todo) > 0; {
		t := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], t.Children...)
		f(t)
	}
}
