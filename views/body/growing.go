package body

import (
	"sort"

	"gatehouse/state/rope"
)

// growing is a text that may grow, or be shown as it was before, and that is cut line by
// line: what was cut for good is not cut again.
type growing struct {
	kept
	into        cuts
	done        int          // bytes that were cut for good: whole lines and whole pieces
	reopen      func()       // takes the unfinished line back; nil while there is none
	checkpoints []checkpoint // checkpointEvery bytes apart, or more
}

// checkpoint is a place in a text behind which everything can be taken back.
type checkpoint struct {
	done    int // bytes that had been cut
	restore func()
}

// checkpointEvery is about how much is cut again when a text is shown as it was before,
// in bytes.
const checkpointEvery = 64 << 10

// cuts is what a text is cut into.
type cuts interface {
	forget()                                  // all of it: another text comes
	line(line string, start int, end lineEnd) // takes what eachLine gives
	checkpoint() (restore func())             // restore takes back what was taken since, however often
	forgetDrawn()                             // what was drawn of what was taken back
}

// newGrowing makes an empty text that is cut into blocks.
func newGrowing(blocks cuts) growing { return growing{into: blocks} }

// Update takes the text as it stands now. Text that goes on from what was
// there costs only what is new; other text is cut afresh.
func (g *growing) Update(text string) { g.Follow(rope.Plain(text)) }

// Follow is Update with a text that is read piece by piece.
func (g *growing) Follow(text *rope.Rope) {
	was, now := g.kept, keep(text)
	g.kept = now
	switch {
	case !was.goesOn(&now):
		if !now.goesOn(&was) {
			g.checkpoints = nil
		}
		g.back()
	case now.size == was.size:
		return
	case g.reopen != nil:
		g.reopen()
	}
	g.reopen = nil
	g.done = eachLine(g.Part, g.size, g.done, g.line)
}

// back takes back what was cut of another text, or of more of this one.
func (g *growing) back() {
	// The piece of a line before a checkpoint was cut because as much came behind it.
	n := sort.Search(len(g.checkpoints), func(i int) bool { return g.checkpoints[i].done+pieceSize > g.size })
	if g.checkpoints = g.checkpoints[:n]; n == 0 {
		g.done = 0
		g.into.forget()
		return
	}
	last := g.checkpoints[n-1]
	last.restore()
	g.done = last.done
	g.into.forgetDrawn()
}

func (g *growing) line(line string, start int, end lineEnd) {
	at := 0
	if n := len(g.checkpoints); n > 0 {
		at = g.checkpoints[n-1].done
	}
	if start-at >= checkpointEvery {
		g.checkpoints = append(g.checkpoints, checkpoint{start, g.into.checkpoint()})
	}
	if end == open {
		g.reopen = g.into.checkpoint()
	}
	g.into.line(line, start, end)
}
