package text

import (
	"strings"

	"gatehouse/state/rope"
)

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

// goesOn reports whether another text begins as this one does.
func (k *Snapshot) goesOn(now *Snapshot) bool {
	return now.size >= k.size && (k.size == 0 || now.text.Begins(k.text, int64(k.size)))
}

// LineEnd says how a line that was cut ends.
type LineEnd uint8

const (
	Ended     LineEnd = iota // with a line feed
	Continued                // it is long, and goes on in the next piece
	Open                     // where the text ends so far
)

// readAtOnce is how much of a text is read at once where it is read through, in bytes.
const readAtOnce = 32 << 10

// eachLine gives take the lines from done on of a text of so many bytes, without their
// line feeds, those that are longer than PieceSize in pieces, and where each begins. It
// returns what was cut for good: all but a line that is still open.
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
