package talk

import "slices"

// Delete takes a turn of the path and all turns behind it, in all branches, out of the
// tree, as one step to undo. It returns the turn beside it, the one before first, or else
// the one that it goes on from, nil for none; the path goes on from there to the end of
// that branch. The composer's text stays.
func (c *Conversation) Delete(t *Turn, composer string) (near *Turn) {
	_, _ = c.recordEdit(composer, singleStep, func() (string, error) { // it never fails
		near = c.remove(t)
		return composer, nil
	})
	c.history.undoSteps[len(c.history.undoSteps)-1].after.deleted = t
	return near
}

// Deleted is the turn whose deletion the next step of Undo takes back, nil for none.
func (c *Conversation) Deleted() *Turn {
	if n := len(c.history.undoSteps); n > 0 && c.historyIsCurrent() {
		return c.history.undoSteps[n-1].after.deleted
	}
	return nil
}

// remove takes a turn and all behind it out of the tree, and goes to what is beside it.
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

// Following is how many turns follow t, in all branches.
func (t *Turn) Following() int {
	n := -1
	t.walk(func(*Turn) { n++ })
	return n
}
