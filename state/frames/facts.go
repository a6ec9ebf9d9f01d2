package frames

import "math"

// Len returns how many frames there are.
func (l *List) Len() int { return len(l.notes) }

// Type returns the type of frame i.
func (l *List) Type(i int) TypeID { return l.notes[i].kind }

// Name returns the name of a type.
func (l *List) Name(t TypeID) string { return l.types[t].Name }

// Types returns all types by their number, those among them that no frame has.
// The slice is shared and must not be written to.
func (l *List) Types() []Type { return l.types }

// Item returns the output_index that frame i names; ok is false when it names
// none.
func (l *List) Item(i int) (output int, ok bool) {
	n := l.notes[i].item
	return int(n), n != noItem
}

// Marks returns what stands out in frame i.
func (l *List) Marks(i int) Mark { return l.notes[i].marks & Odd }

// IsDelta reports whether frame i carries a piece of an item.
func (l *List) IsDelta(i int) bool { return l.notes[i].marks&delta != 0 }

// Delta returns how many bytes of an item frame i carries.
func (l *List) Delta(i int) int {
	if n, ok := l.long[i]; ok {
		return n
	}
	return int(l.notes[i].delta)
}

// Sequence returns the sequence_number of a frame longer than Readable; ok is
// false when it has none. A shorter one tells its own.
func (l *List) Sequence(i int) (n int64, ok bool) {
	n, ok = l.far[i]
	return n, ok
}

// Sequences returns the least and the greatest sequence_number of all frames, or
// 0 where that lies beyond it.
func (l *List) Sequences() (least, most int64) { return l.least, l.most }

// Count returns how many frames have one mark.
func (l *List) Count(m Mark) int {
	for i := range l.odd {
		if m == 1<<i {
			return l.odd[i]
		}
	}
	return 0
}

// Comments returns how many comments there are.
func (l *List) Comments() int {
	if l.types == nil {
		return 0
	}
	return l.types[Comment].Count
}

// FirstDelta returns the frame that brought the first token; ok is false
// before it.
func (l *List) FirstDelta() (frame int, ok bool) { return l.firstDelta - 1, l.firstDelta > 0 }

// Ending returns the frame that ended the response; ok is false before it.
func (l *List) Ending() (frame int, ok bool) { return l.ending - 1, l.ending > 0 }

// Longest returns the frame behind the longest silence between two frames, and
// its length in microseconds; ok is false when all came at one moment.
func (l *List) Longest() (frame int, us int64, ok bool) { return l.longest, l.silence, l.silence > 0 }

// Before returns how many bytes the frames before frame i have written to the
// part that it writes to: those of its type and its item.
func (l *List) Before(i int) int {
	sum, n := 0, l.notes[i]
	for j := range l.notes[:i] {
		if m := &l.notes[j]; m.kind == n.kind && m.item == n.item {
			sum += l.Delta(j)
		}
	}
	return sum
}

// Wrote returns the frame that brought a byte of what one type of frames wrote
// to an item; ok is false when none did.
func (l *List) Wrote(t TypeID, output, offset int) (frame int, ok bool) {
	for i := range l.notes {
		if n := &l.notes[i]; n.kind != t || int(n.item) != output || n.delta == 0 {
			continue
		}
		if offset -= l.Delta(i); offset < 0 {
			return i, true
		}
	}
	return 0, false
}

// TypeOf returns the number of a type by its name; ok is false for one that no
// frame has.
func (l *List) TypeOf(name string) (t TypeID, ok bool) {
	t, ok = l.ids[name]
	return t, ok
}

// First returns the first frame of a type that names an output_index; ok is false
// when none does.
func (l *List) First(t TypeID, output int) (frame int, ok bool) {
	for i := range l.notes {
		if n := &l.notes[i]; n.kind == t && n.item != noItem && int(n.item) == output {
			return i, true
		}
	}
	return 0, false
}

// FirstOf returns the first frame that names an output_index; ok is false when
// none does.
func (l *List) FirstOf(output int) (frame int, ok bool) {
	for i := range l.notes {
		if n := l.notes[i].item; n != noItem && int(n) == output {
			return i, true
		}
	}
	return 0, false
}

// Panel is whose deltas of a fusion's panel some frames are.
type Panel struct {
	Model  string // the first frame's, as it came
	Models int    // how many there are; 0 when the first frame is no such delta
	Mixed  bool   // there are answers and reasoning
}

// Panel returns whose deltas some frames of one row are. Of a row that has grown
// since it was asked for last only what is new is looked at.
func (l *List) Panel(first, count int) Panel {
	head := l.notes[first]
	if head.panel == 0 {
		return Panel{}
	}
	s := &l.summed
	if s.first != first || s.count > count || s.count == 0 {
		*s = summed{first: first}
		if int(head.panel) <= len(l.panels) {
			s.Model = l.panels[head.panel-1]
		}
	}
	for _, n := range l.notes[first+s.count : first+count] {
		if !s.seen[n.panel] {
			s.seen[n.panel] = true
			s.Models++
		}
		s.Mixed = s.Mixed || n.kind != head.kind
	}
	s.count = count
	return s.Panel
}

// summed is the answer that Panel gave last.
type summed struct {
	Panel
	first, count int                     // what it is of
	seen         [math.MaxUint8 + 1]bool // the models, by note.panel
}
