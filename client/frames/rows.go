package frames

import (
	"maps"
	"slices"
	"sort"

	"gatehouse/client/wire"
)

// Rows are the rows of a list: a run of frames of one type and item is one row that can be unfolded;
// any other frame has a separate one. The answers and the reasoning of a fusion's panel arrive
// interleaved and are one run while the filter does not distinguish types. A frame with a mark, or
// after a long silence, has a row to itself.
type Rows struct {
	list    *List
	refs    []wire.FrameRef
	starts  []uint32 // the first frame of each row
	frames  int      // frames in rows so far
	silence int64    // the threshold that the rows were cut by

	filter   Filter
	shown    []uint32  // rows that pass the filter; nil for all
	filtered int       // rows filtered so far
	open     []openRun // unfolded runs, in order
}

// Filter selects the rows that are shown; the zero value shows all.
type Filter struct {
	Hidden map[TypeID]bool // types that are not shown
	Only   map[TypeID]bool // nil, or the only types that are shown, now and later
	Odd    bool            // only frames with a mark
}

// All reports whether the filter shows every row.
func (f Filter) All() bool { return !f.ByType() && !f.Odd }

// Same reports whether g shows the same frames of every stream.
func (f Filter) Same(g Filter) bool {
	return f.Odd == g.Odd && maps.Equal(f.Hidden, g.Hidden) && (f.Only == nil) == (g.Only == nil) && maps.Equal(f.Only, g.Only)
}

// ByType reports whether the filter distinguishes types.
func (f Filter) ByType() bool { return len(f.Hidden) > 0 || f.Only != nil }

// Hides reports whether all frames of a type are hidden.
func (f Filter) Hides(t TypeID) bool { return f.Hidden[t] || f.Only != nil && !f.Only[t] }

// openRun is an unfolded run.
type openRun struct {
	first int // its first frame
	at    int // its index among the shown rows; -1 where it is hidden
	above int // lines of the unfolded runs above it
}

// Line is one line of the list: a row, or a frame of an unfolded run.
type Line struct {
	First, Count int  // the frames of the line
	Member       bool // one frame of the unfolded run above it
	Open         bool // a run whose frames follow
}

// Update adds the rows of new frames; refs are the positions of the frames, possibly of more than
// the list has. All rows are made again when the list's silence threshold has changed.
func (r *Rows) Update(l *List, refs []wire.FrameRef) {
	end := min(l.Len(), len(refs))
	if r.list != l || r.silence != l.SilenceThreshold() || end < r.frames {
		other := r.list != l
		r.starts, r.frames, r.shown, r.filtered = r.starts[:0], 0, r.shown[:0], 0
		if r.list, r.silence = l, l.SilenceThreshold(); other {
			r.open, r.filter = nil, Filter{}
		}
	}
	r.refs = refs[:end]
	r.cutRows(end)
	r.filterNewRows()
	r.place()
}

// cutRows assigns the frames before end to rows.
func (r *Rows) cutRows(end int) {
	for i := r.frames; i < end; i++ {
		if i == 0 || !r.joins(i) {
			r.starts = append(r.starts, uint32(i))
		}
	}
	r.frames = end
}

// joins reports whether frame i is in the same row as the one before it.
func (r *Rows) joins(i int) bool {
	a, b := r.list.notes[i-1], r.list.notes[i]
	mingled := a.panel > 0 && b.panel > 0 && !r.filter.ByType()
	return (a.kind == b.kind || mingled) && a.item == b.item && a.marks&folds != 0 && b.marks&folds != 0 &&
		(a.marks|b.marks)&Odd == 0 && r.Gap(i) <= r.silence && (i < 2 || r.Gap(i-1) <= r.silence)
}

// Gap returns the time from the frame before to frame i, in microseconds.
func (r *Rows) Gap(i int) int64 {
	if i == 0 {
		return 0
	}
	return max(r.refs[i].AtUS-r.refs[i-1].AtUS, 0)
}

// Frames returns how many frames are in rows.
func (r *Rows) Frames() int { return r.frames }

// Ref returns the position of frame i.
func (r *Rows) Ref(i int) wire.FrameRef { return r.refs[i] }

// AfterSilence reports whether frame i follows a long silence.
func (r *Rows) AfterSilence(i int) bool { return i > 0 && r.Gap(i) > r.silence }

// IsOdd reports whether frame i has a mark or follows a long silence.
func (r *Rows) IsOdd(i int) bool { return r.list.Marks(i) != 0 || r.AfterSilence(i) }

// NextOdd returns the next odd frame that is shown, after frame i, or before it with step
// -1; ok is false for none.
func (r *Rows) NextOdd(i, step int) (frame int, ok bool) {
	for i += step; i >= 0 && i < r.frames; i += step {
		if r.IsOdd(i) && !r.filter.Hides(r.list.Type(i)) {
			return i, true
		}
	}
	return 0, false
}

// row returns the frames of a row.
func (r *Rows) row(i int) (first, count int) {
	first, end := int(r.starts[i]), r.frames
	if i+1 < len(r.starts) {
		end = int(r.starts[i+1])
	}
	return first, end - first
}

// SetFilter sets which rows are shown.
func (r *Rows) SetFilter(f Filter) {
	apart := f.ByType() != r.filter.ByType()
	r.filter, r.shown, r.filtered = f, nil, 0
	if end := r.frames; apart && len(r.list.panels) > 0 {
		r.starts, r.frames = r.starts[:0], 0
		r.cutRows(end)
	}
	r.filterNewRows()
	r.place()
}

// filterNewRows filters the rows added since.
func (r *Rows) filterNewRows() {
	if r.filter.All() {
		r.shown = nil
		return
	}
	if r.filtered == len(r.starts) {
		return
	}
	hidden := make([]bool, len(r.list.types))
	for t := range hidden {
		hidden[t] = r.filter.Hides(TypeID(t))
	}
	for ; r.filtered < len(r.starts); r.filtered++ {
		first := int(r.starts[r.filtered])
		if !hidden[r.list.Type(first)] && (!r.filter.Odd || r.IsOdd(first)) {
			r.shown = append(r.shown, uint32(r.filtered))
		}
	}
}

// rows returns how many rows are shown.
func (r *Rows) rows() int {
	if r.filter.All() {
		return len(r.starts)
	}
	return len(r.shown)
}

// at returns the shown row at an index.
func (r *Rows) at(place int) int {
	if r.filter.All() {
		return place
	}
	return int(r.shown[place])
}

// placeOf returns the index of the row with a frame, or of the next shown one; shown is
// false for the latter.
func (r *Rows) placeOf(frame int) (place int, shown bool) {
	row := sort.Search(len(r.starts), func(i int) bool { return int(r.starts[i]) > frame }) - 1
	if r.filter.All() {
		return row, row >= 0
	}
	return slices.BinarySearch(r.shown, uint32(max(row, 0)))
}

// place computes the positions of the unfolded runs among the shown rows.
func (r *Rows) place() {
	above := 0
	for i := range r.open {
		o := &r.open[i]
		at, shown := r.placeOf(o.first)
		if o.at, o.above = -1, above; !shown {
			continue
		}
		if first, count := r.row(r.at(at)); first == o.first && count > 1 {
			o.at = at
			above += count
		}
	}
	r.open = slices.DeleteFunc(r.open, func(o openRun) bool { return o.at < 0 && r.filter.All() })
}
