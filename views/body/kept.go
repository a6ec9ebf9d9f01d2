package body

import (
	"strings"

	"gatehouse/state/rope"
)

// kept is a text that content draws: one that stands whole, or one that is read piece
// by piece from where it lies.
type kept struct {
	text   string // that stands whole; empty while source gives it
	source Source // in place of text: what Follow or Release took
	size   int    // of the text, in bytes
}

// Release lets go of the text, of which source gives again what is drawn: always
// the text that was taken last. What was cut of it is kept.
func (k *kept) Release(source Source) { k.text, k.source = "", source }

// From reports whether the text is read from there.
func (k *kept) From(text *rope.Rope) bool {
	source, ok := k.source.(*rope.Rope)
	return ok && source == text
}

// Part returns the bytes [from, to) of the text.
func (k *kept) Part(from, to int) string {
	switch source := k.source.(type) {
	case nil:
		return k.text[from:to]
	case *rope.Rope:
		return source.Cut(int64(from), int64(to))
	default:
		return string(source.Bytes(int64(from), int64(to)))
	}
}

// Source implements Content.
func (k *kept) Source() string { return k.Part(0, k.size) }

// Released reports whether the text does not stand whole, so that Source makes it
// anew.
func (k *kept) Released() bool {
	text, ok := k.source.(*rope.Rope)
	return k.source != nil && (!ok || !text.InOne())
}

// Size implements Content.
func (k *kept) Size() int { return k.size }

// readAtOnce is how much of a text is read at once where it is read through, in bytes.
const readAtOnce = 32 << 10

// goesOn reports whether another text begins as this one does.
func (k *kept) goesOn(now *kept) bool {
	if now.size < k.size {
		return false
	}
	if k.source == nil && now.source == nil {
		return strings.HasPrefix(now.text, k.text)
	}
	was, ok := k.source.(*rope.Rope)
	if text, both := now.source.(*rope.Rope); ok && both {
		return text.Begins(was, int64(k.size))
	}
	for at := 0; at < k.size; at += readAtOnce {
		if to := min(at+readAtOnce, k.size); k.Part(at, to) != now.Part(at, to) {
			return false
		}
	}
	return true
}

// lineEnd says how a line that was cut ends.
type lineEnd uint8

const (
	ended lineEnd = iota // with a line feed
	goes                 // it is long, and goes on in the next piece
	open                 // where the text ends so far
)

// eachLine gives take the lines from done on, without their line feeds, those that are
// longer than pieceSize in pieces, and where each begins. It returns what was cut for
// good: all but a line that is still open.
func (k *kept) eachLine(done int, take func(line string, start int, end lineEnd)) int {
	base, ahead := done, ""
	for done < k.size {
		if have := base + len(ahead); done+pieceSize >= have && have < k.size {
			base, ahead = done, k.Part(done, min(done+readAtOnce, k.size))
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
