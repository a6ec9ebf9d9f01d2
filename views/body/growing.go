package body

import "gatehouse/state/raw"

// growing is a text that may grow, and that is cut line by line: what was cut for good
// is not cut again.
type growing struct {
	kept
	into cuts
	done int  // bytes that were cut for good: whole lines and whole pieces
	tail bool // what was cut last is of an unfinished line
}

// cuts is what a text is cut into.
type cuts interface {
	forget()                                  // all of it: another text comes
	line(line string, start int, end lineEnd) // takes what eachLine gives
	restore()                                 // takes the unfinished line back
}

// Update takes the text as it stands now. Text that goes on from what was
// there costs only what is new; other text is cut afresh.
func (g *growing) Update(text string) { g.take(kept{text: text, size: len(text)}) }

// Follow is Update with a text that is not held, but read piece by piece.
func (g *growing) Follow(text *raw.Rope) { g.take(kept{source: text, size: int(text.Len())}) }

func (g *growing) take(now kept) {
	goesOn, had := g.goesOn(&now), g.size
	g.kept = now
	switch {
	case !goesOn:
		g.done, g.tail = 0, false
		g.into.forget()
	case now.size == had:
		return
	}
	if g.tail {
		g.into.restore()
	}
	g.tail = false
	g.done = g.eachLine(g.done, func(line string, start int, end lineEnd) {
		g.tail = end == open
		g.into.line(line, start, end)
	})
}
