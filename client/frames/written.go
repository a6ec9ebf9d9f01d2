package frames

import (
	"maps"
	"slices"
	"sort"
)

// written finds what deltas wrote: the bytes before one, and the one that wrote a byte.
type written struct {
	of    map[texts]int
	sums  []sum
	last  texts // that a delta was noted of last
	lastN int   // its number in sums
}

// texts are those that the deltas of one type write for one item.
type texts struct {
	kind TypeID
	item uint16
}

// sum is how much deltas wrote so far, and the way there.
type sum struct {
	bytes, deltas int
	steps         []waypoint // one for every stride deltas
}

// waypoint is a delta: its frame, and the bytes before it.
type waypoint struct{ frame, before int }

// stride is after how many deltas a waypoint is noted.
const stride = 256

// add records a delta of size bytes.
func (w *written) add(t texts, frame, size int) {
	if w.of == nil {
		w.of = map[texts]int{}
	}
	if len(w.sums) == 0 || t != w.last {
		at, ok := w.of[t]
		if !ok {
			at = len(w.sums)
			w.of[t] = at
			w.sums = append(w.sums, sum{})
		}
		w.last, w.lastN = t, at
	}
	s := &w.sums[w.lastN]
	if s.deltas%stride == 0 {
		s.steps = append(s.steps, waypoint{frame, s.bytes})
	}
	s.deltas++
	s.bytes += size
}

// steps are those of some texts; none where nothing wrote them.
func (w *written) steps(t texts) []waypoint {
	at, ok := w.of[t]
	if !ok {
		return nil
	}
	return w.sums[at].steps
}

// clone returns a copy that grows independently. The steps so far are shared.
func (w *written) clone() written {
	c := *w
	c.of, c.sums = maps.Clone(w.of), slices.Clone(w.sums)
	for i := range c.sums {
		c.sums[i].steps = slices.Clip(c.sums[i].steps)
	}
	return c
}

// BytesBefore returns how many bytes earlier frames of the same type and item wrote.
func (l *List) BytesBefore(i int) int {
	n := l.notes[i]
	steps := l.written.steps(texts{n.kind, n.item})
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
	steps := l.written.steps(texts{t, uint16(output)})
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
