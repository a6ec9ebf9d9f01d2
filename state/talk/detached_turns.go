package talk

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
	for i, t := range *siblings {
		if t == top {
			*siblings = append((*siblings)[:i:i], (*siblings)[i+1:]...)
			break
		}
	}
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
	at := len(*siblings)
	for at > 0 && (*siblings)[at-1].ID > t.ID {
		at--
	}
	*siblings = append(append((*siblings)[:at:at], t), (*siblings)[at:]...)
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
