package state

// settlePart makes a value the final text of a part, and counts it where it replaces what
// was streamed.
func (x *Exchange) settlePart(c *content, p *Part, v []byte) {
	streamed := x.streamed(&p.text, p.Done)
	x.supersede(c, p.settle(v) && streamed)
}

// settleInput is settlePart of an item's input.
func (x *Exchange) settleInput(c *content, v []byte) {
	streamed := x.streamed(&c.input, c.inputDone)
	x.supersede(c, c.input.settlePlain(v) && streamed)
}

// streamed reports whether a text stands as all that was streamed of it, so that another
// one from its end replaces it: what its item was announced with is none such, nor is
// what its deltas wrote where some of them may be missing, of which Proof tells.
func (x *Exchange) streamed(t *Text, final bool) bool {
	return final || t.Rope().Grown() && !x.amiss()
}

// supersede counts an item, once, of which something was replaced at its end.
func (x *Exchange) supersede(c *content, replaced bool) {
	if !replaced || c.replaced {
		return
	}
	c.replaced = true
	x.Replaced++
	x.warn(WarnReplaced, "", "the end of the answer replaced text that had been streamed: what came at the end is shown")
}
