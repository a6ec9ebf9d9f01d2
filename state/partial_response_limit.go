package state

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/rope"
)

// OmissionNote returns the text that replaces what is left out: n units (byte, item or
// annotation), together so many bytes.
type OmissionNote func(n int64, of string, bytes int64) string

// JSONWithin writes the JSON in about most bytes, to be shown while it grows. Long texts
// and lists keep their beginning and end; a note between them says what was left out.
func (s PartialResponse) JSONWithin(most int, mark OmissionNote) []byte {
	if s.size <= most {
		return s.JSON()
	}
	w := s.window(limit{max: most, note: mark, head: len(s.items), tail: len(s.items)})
	for w.max > minShown && s.sizeWith(w) > most {
		w.max /= 2
	}
	return s.json(w)
}

// minShown is the least that is shown of a text or a list, in bytes.
const minShown = 1 << 10

// limit bounds the JSON that is written.
type limit struct {
	max        int // bytes of a text, or of a list of annotations
	note       OmissionNote
	head, tail int // items [head, tail) are left out
}

// window leaves out items in the middle where there are too many even at their shortest: a
// quarter of the bytes is for the first items, a quarter for the last.
func (s PartialResponse) window(w limit) limit {
	least := w
	if least.max = minShown; s.sizeWith(least) <= w.max {
		return w
	}
	w.head = 0
	for room := w.max / 4; w.head < len(s.items) && room > 0; w.head++ {
		room -= s.items[w.head].size(minShown)
	}
	for room := w.max / 4; w.tail > w.head && room > 0; w.tail-- {
		room -= s.items[w.tail-1].size(minShown)
	}
	return w
}

// sizeWith estimates the length of the JSON within a limit.
func (s PartialResponse) sizeWith(w limit) int {
	size := min(len(s.begun), w.max)
	for i := range s.items {
		if i < w.head || i >= w.tail {
			size += s.items[i].size(w.max)
		}
	}
	return size
}

// output writes the items.
func (s PartialResponse) output(w limit) []json.RawMessage {
	var items []json.RawMessage
	for _, it := range s.items[:w.head] {
		items = append(items, it.json(w))
	}
	if w.head < w.tail {
		left := int64(0)
		for i := range s.items[w.head:w.tail] {
			left += int64(s.items[w.head+i].size(math.MaxInt))
		}
		items = append(items, scan.Quote(w.note(int64(w.tail-w.head), "item", left)))
	}
	for _, it := range s.items[w.tail:] {
		items = append(items, it.json(w))
	}
	return items
}

// list shortens annotations of together size bytes.
func (w limit) list(all []json.RawMessage, size int) []json.RawMessage {
	if size <= w.max {
		return all
	}
	head, tail := 0, len(all)
	for room := w.max / 2; head < tail && room > 0; head++ {
		room -= len(all[head])
	}
	for room := w.max / 2; tail > head && room > 0; tail-- {
		room -= len(all[tail-1])
	}
	left := int64(0)
	for _, a := range all[head:tail] {
		left += int64(len(a))
	}
	if left == 0 {
		return all
	}
	short := append(all[:head:head], scan.Quote(w.note(int64(tail-head), "annotation", left)))
	return append(short, all[tail:]...)
}

func (w limit) value(v []byte) []byte { return rope.Shorten(v, w.max, w.cut) }

func (w limit) text(text *rope.Rope) []byte {
	if shorter := w.cut(text); shorter != nil {
		return shorter
	}
	return text.JSON()
}

// cut writes a text that is too long; nil for one that is not.
func (w limit) cut(text *rope.Rope) []byte {
	size, half := text.Len(), int64(w.max/2)
	if size <= int64(w.max) {
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
	return scan.Quote(head + w.note(left, "byte", left) + tail)
}
