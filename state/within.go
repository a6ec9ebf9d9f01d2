package state

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/rope"
)

// Mark says what is left out where it stood: so many of a byte, an item or an annotation,
// and how many bytes they are.
type Mark func(n int64, of string, bytes int64) string

// Within is JSON in about most bytes, for who shows it while it grows. Of what is too long
// for that, texts and lists, the beginning and the end stand there, and between them what
// mark says about what is left out.
func (s SoFar) Within(most int, mark Mark) []byte {
	if s.size <= most {
		return s.JSON()
	}
	w := s.window(within{most: most, mark: mark, head: len(s.items), tail: len(s.items)})
	for w.most > leastShown && s.sizeWith(w) > most {
		w.most /= 2
	}
	return s.json(w)
}

// leastShown is how much of a text or a list is shown at least, in bytes.
const leastShown = 1 << 10

// within writes values in so many bytes.
type within struct {
	most       int // of a text, or of a list of annotations
	mark       Mark
	head, tail int // of the items those [head, tail) are left out
}

// window leaves items out where there are too many even when each is as short as may be:
// a quarter of the bytes is for the first ones, another for the last.
func (s SoFar) window(w within) within {
	least := w
	if least.most = leastShown; s.sizeWith(least) <= w.most {
		return w
	}
	w.head = 0
	for room := w.most / 4; w.head < len(s.items) && room > 0; w.head++ {
		room -= s.items[w.head].size(leastShown)
	}
	for room := w.most / 4; w.tail > w.head && room > 0; w.tail-- {
		room -= s.items[w.tail-1].size(leastShown)
	}
	return w
}

// sizeWith is about how long the JSON then is.
func (s SoFar) sizeWith(w within) int {
	size := min(len(s.begun), w.most)
	for i := range s.items {
		if i < w.head || i >= w.tail {
			size += s.items[i].size(w.most)
		}
	}
	return size
}

// output writes the items.
func (s SoFar) output(w within) []json.RawMessage {
	var items []json.RawMessage
	for _, it := range s.items[:w.head] {
		items = append(items, it.json(w))
	}
	if w.head < w.tail {
		left := int64(0)
		for i := range s.items[w.head:w.tail] {
			left += int64(s.items[w.head+i].size(math.MaxInt))
		}
		items = append(items, scan.Quote(w.mark(int64(w.tail-w.head), "item", left)))
	}
	for _, it := range s.items[w.tail:] {
		items = append(items, it.json(w))
	}
	return items
}

// list writes annotations of so many bytes.
func (w within) list(all []json.RawMessage, size int) []json.RawMessage {
	if size <= w.most {
		return all
	}
	head, tail := 0, len(all)
	for room := w.most / 2; head < tail && room > 0; head++ {
		room -= len(all[head])
	}
	for room := w.most / 2; tail > head && room > 0; tail-- {
		room -= len(all[tail-1])
	}
	left := int64(0)
	for _, a := range all[head:tail] {
		left += int64(len(a))
	}
	if left == 0 {
		return all
	}
	short := append(all[:head:head], scan.Quote(w.mark(int64(tail-head), "annotation", left)))
	return append(short, all[tail:]...)
}

func (w within) value(v []byte) []byte { return rope.Shorten(v, w.most, w.cut) }

func (w within) text(text *rope.Rope) []byte {
	if shorter := w.cut(text); shorter != nil {
		return shorter
	}
	return text.JSON()
}

// cut writes a text that is too long; nil for one that is not.
func (w within) cut(text *rope.Rope) []byte {
	size, half := text.Len(), int64(w.most/2)
	if size <= int64(w.most) {
		return nil
	}
	head, tail := text.Cut(0, half), text.Cut(size-half, size)
	for range utf8.UTFMax { // both are whole characters
		if r, n := utf8.DecodeLastRuneInString(head); r == utf8.RuneError && n == 1 {
			head = head[:len(head)-1]
		}
		if tail != "" && !utf8.RuneStart(tail[0]) {
			tail = tail[1:]
		}
	}
	left := size - int64(len(head)+len(tail))
	return scan.Quote(head + w.mark(left, "byte", left) + tail)
}
