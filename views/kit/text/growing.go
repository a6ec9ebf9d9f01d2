package text

import (
	"sort"
	"strings"

	"gatehouse/state/text/rope"
)

// Growing is a text that may grow, or be shown as it was before, and that is cut line by
// line: what was cut for good is not cut again.
type Growing struct {
	Snapshot
	into        Blocks
	done        int          // bytes that were cut for good: complete lines and pieces
	reopen      func()       // takes the unfinished line back; nil while there is none
	checkpoints []checkpoint // CheckpointEvery bytes apart, or more
}

// checkpoint is a place in a text after which everything can be undone.
type checkpoint struct {
	done    int // bytes that had been cut
	restore func()
}

// CheckpointEvery is about how much is cut again when a text is shown as it was before,
// in bytes.
const CheckpointEvery = 64 << 10

// Blocks is what a text is cut into.
type Blocks interface {
	Reset()                                      // drops all of it, for another text
	AddLine(line string, start int, end LineEnd) // takes what eachLine gives
	Checkpoint() (restore func())                // restore drops the lines added since; it may be called again
	ForgetDrawn()                                // drops what was drawn of dropped lines
}

// NewGrowing makes an empty text that is cut into blocks.
func NewGrowing(blocks Blocks) Growing { return Growing{into: blocks} }

// Update takes the current text. If it continues the last one, only what is new is cut; else all of it.
func (g *Growing) Update(text string) { g.Follow(rope.Plain(text)) }

// Follow is Update with a text that is read piece by piece.
func (g *Growing) Follow(text *rope.Rope) {
	was, now := g.Snapshot, SnapshotOf(text)
	g.Snapshot = now
	switch {
	case !was.continuedBy(&now):
		if !now.continuedBy(&was) {
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

// back drops the blocks of another text, or of a longer version of this one.
func (g *Growing) back() {
	// The piece of a line before a checkpoint was cut because a PieceSize of bytes followed it.
	n := sort.Search(len(g.checkpoints), func(i int) bool { return g.checkpoints[i].done+PieceSize > g.size })
	if g.checkpoints = g.checkpoints[:n]; n == 0 {
		g.done = 0
		g.into.Reset()
		return
	}
	last := g.checkpoints[n-1]
	last.restore()
	g.done = last.done
	g.into.ForgetDrawn()
}

func (g *Growing) line(line string, start int, end LineEnd) {
	at := 0
	if n := len(g.checkpoints); n > 0 {
		at = g.checkpoints[n-1].done
	}
	if start-at >= CheckpointEvery {
		g.checkpoints = append(g.checkpoints, checkpoint{start, g.into.Checkpoint()})
	}
	if end == Open {
		g.reopen = g.into.Checkpoint()
	}
	g.into.AddLine(line, start, end)
}

// Snapshot is the text that content draws: the first size bytes of one that may grow.
type Snapshot struct {
	text *rope.Rope // nil before the first
	size int        // bytes
}

func SnapshotOf(text *rope.Rope) Snapshot { return Snapshot{text, int(text.Len())} }

// From reports whether this is the text that is drawn, and not just its like.
func (k *Snapshot) From(text *rope.Rope) bool { return k.text == text }

// Part returns the bytes [from, to) of the text.
func (k *Snapshot) Part(from, to int) string {
	if from == to {
		return ""
	}
	return k.text.Cut(int64(from), int64(to))
}

func (k *Snapshot) Source() string { return k.Part(0, k.size) }

func (k *Snapshot) Size() int { return k.size }

// continuedBy reports whether another text begins as this one does.
func (k *Snapshot) continuedBy(now *Snapshot) bool {
	return now.size >= k.size && (k.size == 0 || now.text.Begins(k.text, int64(k.size)))
}

// LineEnd is how a line that was cut ends.
type LineEnd uint8

const (
	Ended     LineEnd = iota // with a line feed
	Continued                // it is long, and continues in the next piece
	Open                     // where the text ends so far
)

// readAtOnce is how much of a text is read at once where it is read through, in bytes.
const readAtOnce = 32 << 10

// eachLine calls take with each line of a text of size bytes from done on, without its line feed and
// with its offset; a line longer than PieceSize in pieces. It returns what was cut for good: all but a
// line that is still open.
func eachLine(part func(from, to int) string, size, done int, take func(line string, start int, end LineEnd)) int {
	base, ahead := done, ""
	for done < size {
		if have := base + len(ahead); done+PieceSize >= have && have < size {
			base, ahead = done, part(done, min(done+readAtOnce, size))
		}
		rest := ahead[done-base:]
		nl := strings.IndexByte(rest[:min(len(rest), PieceSize+1)], '\n')
		switch {
		case nl >= 0:
			take(rest[:nl], done, Ended)
			done += nl + 1
		case len(rest) > PieceSize:
			end := PieceEnd(rest)
			take(rest[:end], done, Continued)
			done += end
		default:
			take(rest, done, Open)
			return done
		}
	}
	return done
}
