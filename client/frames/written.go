package frames

import (
	"maps"
	"slices"
	"sort"
)

// written finds what deltas wrote: the bytes before one, and the one that wrote a byte.
type written struct {
	texts    map[textID]*writtenText
	last     textID // of the last delta
	lastText *writtenText
}

// textID is the text that the deltas of one type write for one item.
type textID struct {
	kind TypeID
	item uint16
}

// writtenText is how much deltas wrote of a text so far.
type writtenText struct {
	bytes, deltas int
	steps         []waypoint // one for every stride deltas
}

// waypoint is a delta: its frame, and the bytes before it.
type waypoint struct{ frame, before int }

// stride is after how many deltas a waypoint is noted.
const stride = 256

// add records a delta of size bytes.
func (w *written) add(id textID, frame, size int) {
	t := w.lastText
	if t == nil || id != w.last {
		if w.texts == nil {
			w.texts = map[textID]*writtenText{}
		}
		if t = w.texts[id]; t == nil {
			t = &writtenText{}
			w.texts[id] = t
		}
		w.last, w.lastText = id, t
	}
	if t.deltas%stride == 0 {
		t.steps = append(t.steps, waypoint{frame, t.bytes})
	}
	t.deltas++
	t.bytes += size
}

// steps returns the waypoints of a text; none if nothing wrote it.
func (w *written) steps(id textID) []waypoint {
	if t := w.texts[id]; t != nil {
		return t.steps
	}
	return nil
}

// clone returns a copy that grows independently. The steps so far are shared.
func (w *written) clone() written {
	c := written{texts: maps.Clone(w.texts), last: w.last}
	for id, t := range c.texts {
		c.texts[id] = &writtenText{t.bytes, t.deltas, slices.Clip(t.steps)}
	}
	c.lastText = c.texts[c.last]
	return c
}

// BytesBefore returns how many bytes earlier frames of the same type and item wrote.
func (l *List) BytesBefore(i int) int {
	n := l.notes[i]
	steps := l.written.steps(textID{n.kind, n.item})
	at := sort.Search(len(steps), func(k int) bool { return steps[k].frame > i }) - 1
	if at < 0 {
		return 0
	}
	bytes := steps[at].before
	for j := steps[at].frame; j < i; j++ {
		if m := &l.notes[j]; m.kind == n.kind && m.item == n.item {
			bytes += l.DeltaBytes(j)
		}
	}
	return bytes
}

// FrameOfByte returns the frame that wrote a byte of an item, among the frames of one
// type; ok is false for none.
func (l *List) FrameOfByte(t TypeID, output, offset int) (frame int, ok bool) {
	if output < 0 || output >= noItem {
		return 0, false
	}
	steps := l.written.steps(textID{t, uint16(output)})
	at := sort.Search(len(steps), func(k int) bool { return steps[k].before > offset }) - 1
	if at < 0 {
		return 0, false
	}
	offset -= steps[at].before
	for i := steps[at].frame; i < len(l.notes); i++ {
		if n := &l.notes[i]; n.kind != t || int(n.item) != output || n.delta == 0 {
			continue
		}
		if offset -= l.DeltaBytes(i); offset < 0 {
			return i, true
		}
	}
	return 0, false
}
