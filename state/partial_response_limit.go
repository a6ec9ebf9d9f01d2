package state

import (
	"encoding/json"
	"math"

	"gatehouse/client/scan"
	"gatehouse/state/rope"
)

// JSONWithin writes the JSON in about most bytes, to be shown while it grows. Long texts
// and lists keep their beginning and end; a note between them says what was left out.
func (s PartialResponse) JSONWithin(most int, mark rope.OmissionNote) []byte {
	if s.size <= most {
		return s.JSON()
	}
	w := s.window(limit{Limit: rope.Limit{Max: most, Note: mark}, head: len(s.items), tail: len(s.items)})
	for w.Max > rope.LeastShown && s.sizeWith(w) > most {
		w.Max /= 2
	}
	return s.json(w)
}

// limit bounds the JSON that is written.
type limit struct {
	rope.Limit
	head, tail int // items [head, tail) are left out
}

// window leaves out items in the middle where there are too many even at their shortest: a
// quarter of the bytes is for the first items, a quarter for the last.
func (s PartialResponse) window(w limit) limit {
	least := w
	if !s.whole.Empty() { // its lists are bounded where they are written
		return w
	}
	if least.Max = rope.LeastShown; s.sizeWith(least) <= w.Max {
		return w
	}
	w.head = 0
	for room := w.Max / 4; w.head < len(s.items) && room > 0; w.head++ {
		room -= s.items[w.head].size(rope.LeastShown)
	}
	for room := w.Max / 4; w.tail > w.head && room > 0; w.tail-- {
		room -= s.items[w.tail-1].size(rope.LeastShown)
	}
	return w
}

// sizeWith estimates the length of the JSON within a limit.
func (s PartialResponse) sizeWith(w limit) int {
	if !s.whole.Empty() {
		return s.whole.Size(w.Max)
	}
	size := min(len(s.begun), w.Max)
	for i := range s.items {
		if i < w.head || i >= w.tail {
			size += s.items[i].size(w.Max)
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
		items = append(items, scan.Quote(w.Note(int64(w.tail-w.head), "item", left)))
	}
	for _, it := range s.items[w.tail:] {
		items = append(items, it.json(w))
	}
	return items
}

// list shortens annotations.
func (w limit) list(all []json.RawMessage) []json.RawMessage {
	head, tail, note := w.Window(len(all), "annotation", func(i, _ int) int { return len(all[i]) })
	if note == nil {
		return all
	}
	return append(append(all[:head:head], note), all[tail:]...)
}
