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
