package body

import (
	"strings"

	"gatehouse/state/rope"
)

// kept is the text that content draws: the first size bytes of one that may grow.
type kept struct {
	text *rope.Rope // nil before the first
	size int        // bytes
}

func keep(text *rope.Rope) kept { return kept{text, int(text.Len())} }

// From reports whether this is the text that is drawn, and not just its like.
func (k *kept) From(text *rope.Rope) bool { return k.text == text }

// Part returns the bytes [from, to) of the text.
func (k *kept) Part(from, to int) string {
	if from == to {
		return ""
	}
	return k.text.Cut(int64(from), int64(to))
}

// Source implements Content.
func (k *kept) Source() string { return k.Part(0, k.size) }

// Size implements Content.
func (k *kept) Size() int { return k.size }

// goesOn reports whether another text begins as this one does.
func (k *kept) goesOn(now *kept) bool {
	return now.size >= k.size && (k.size == 0 || now.text.Begins(k.text, int64(k.size)))
}

// lineEnd says how a line that was cut ends.
type lineEnd uint8

const (
	ended lineEnd = iota // with a line feed
	goes                 // it is long, and goes on in the next piece
	open                 // where the text ends so far
)

// readAtOnce is how much of a text is read at once where it is read through, in bytes.
const readAtOnce = 32 << 10

// eachLine gives take the lines from done on of a text of so many bytes, without their
// line feeds, those that are longer than pieceSize in pieces, and where each begins. It
// returns what was cut for good: all but a line that is still open.
func eachLine(part func(from, to int) string, size, done int, take func(line string, start int, end lineEnd)) int {
	base, ahead := done, ""
	for done < size {
		if have := base + len(ahead); done+pieceSize >= have && have < size {
			base, ahead = done, part(done, min(done+readAtOnce, size))
		}
		rest := ahead[done-base:]
		nl := strings.IndexByte(rest[:min(len(rest), pieceSize+1)], '\n')
		switch {
		case nl >= 0:
			take(rest[:nl], done, ended)
			done += nl + 1
		case len(rest) > pieceSize:
			end := pieceEnd(rest)
			take(rest[:end], done, goes)
			done += end
		default:
			take(rest, done, open)
			return done
		}
	}
	return done
}
