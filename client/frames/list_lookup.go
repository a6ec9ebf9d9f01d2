package frames

import (
	"math"
	"slices"
)

// Len returns how many frames there are.
func (l *List) Len() int { return len(l.notes) }

// Type returns the type of frame i.
func (l *List) Type(i int) TypeID { return l.notes[i].kind }

// Name returns the name of a type.
func (l *List) Name(t TypeID) string { return l.types[t].Name }

// Types returns all types by number, including those without frames. The slice is shared
// and must not be written to.
func (l *List) Types() []Type { return l.types }

// Item returns the output_index of frame i; ok is false for none.
func (l *List) Item(i int) (output int, ok bool) {
	n := l.notes[i].item
	return int(n), n != noItem
}

// Marks returns the marks of frame i.
func (l *List) Marks(i int) Mark { return l.notes[i].marks & Odd }

// IsDelta reports whether frame i carries a delta.
func (l *List) IsDelta(i int) bool { return l.notes[i].marks&delta != 0 }

// DeltaBytes returns how many bytes of an item's text frame i carries.
func (l *List) DeltaBytes(i int) int {
	if n, ok := l.long[i]; ok {
		return n
	}
	return int(l.notes[i].delta)
}

// Sequence returns the sequence_number of a frame longer than MaxReread; ok is false for
// none. A shorter frame is read again instead.
func (l *List) Sequence(i int) (n int64, ok bool) {
	n, ok = l.far[i]
	return n, ok
}

// Sequences returns the smallest and the largest sequence_number of all frames, with 0
// included in the range.
func (l *List) Sequences() (smallest, largest int64) { return l.minSequence, l.maxSequence }

// Count returns how many frames have a mark.
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

// FirstDelta returns the frame with the first token; ok is false before it.
func (l *List) FirstDelta() (frame int, ok bool) { return l.firstDelta - 1, l.firstDelta > 0 }

// Ending returns the frame that ended the response; ok is false before it.
func (l *List) Ending() (frame int, ok bool) { return l.ending - 1, l.ending > 0 }

// LongestSilence returns the frame after the longest silence between two frames, and its
// length in microseconds; ok is false when all arrived at one moment.
func (l *List) LongestSilence() (frame int, us int64, ok bool) {
	return l.longest, l.silence, l.silence > 0
}

// FirstOfType returns the first frame of a type with an output_index; ok is false for
// none.
func (l *List) FirstOfType(t TypeID, output int) (frame int, ok bool) {
	return l.first(func(n note) bool { return n.kind == t && n.item != noItem && int(n.item) == output })
}

// FirstOfItem returns the first frame with an output_index; ok is false for none.
func (l *List) FirstOfItem(output int) (frame int, ok bool) {
	return l.first(func(n note) bool { return n.item != noItem && int(n.item) == output })
}

func (l *List) first(is func(note) bool) (frame int, ok bool) {
	i := slices.IndexFunc(l.notes, is)
	return max(i, 0), i >= 0
}

// Panel lists which models of a fusion's panel some frames belong to.
type Panel struct {
	Model  string // the first frame's, as received
	Models int    // how many there are; 0 when the first frame is not a panel's delta
	Mixed  bool   // both answers and reasoning
}

// Panel returns which models' deltas the frames of one row are. For a row that has grown
// since the last call it reads only the new frames.
func (l *List) Panel(first, count int) Panel {
	head := l.notes[first]
	if head.panel == 0 {
		return Panel{}
	}
	s := &l.summed
	if s.first != first || s.count > count || s.count == 0 {
		*s = panelCache{first: first}
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

// panelCache is the last result of Panel.
type panelCache struct {
	Panel
	first, count int                     // frames that it covers
	seen         [math.MaxUint8 + 1]bool // the models, by note.panel
}
