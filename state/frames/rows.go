package frames

import (
	"maps"
	"slices"
	"sort"

	"gatehouse/client/wire"
)

// Rows are the rows of a list: a run of frames of one type and item is one row
// that can be unfolded, any other frame has its own. What the models of a
// fusion's panel answer and think comes mingled, and is one run as long as the
// filter tells no types apart. A frame that stands out,
// or that comes behind a long silence, begins a row and is alone in it.
type Rows struct {
	list    *List
	refs    []wire.FrameRef
	starts  []uint32 // the first frame of each row
	frames  int      // that have a row
	silence int64    // that the rows were cut by

	filter Filter
	shown  []uint32 // rows that the filter lets through; nil for all
	looked int      // rows that the filter has looked at
	open   []opened // unfolded runs, in their order
}

// Filter says which rows are shown; the zero value shows all.
type Filter struct {
	Hidden map[TypeID]bool // types that are not shown
	Only   map[TypeID]bool // nil, or the types beside which none is shown, whichever come later
	Odd    bool            // only what stands out
}

// All reports whether the filter shows every row.
func (f Filter) All() bool { return !f.ByType() && !f.Odd }

// Same reports whether g lists the same frames of every stream.
func (f Filter) Same(g Filter) bool {
	return f.Odd == g.Odd && maps.Equal(f.Hidden, g.Hidden) && (f.Only == nil) == (g.Only == nil) && maps.Equal(f.Only, g.Only)
}

// ByType reports whether the filter tells types apart.
func (f Filter) ByType() bool { return len(f.Hidden) > 0 || f.Only != nil }

// Hides reports whether no frame of a type is shown.
func (f Filter) Hides(t TypeID) bool { return f.Hidden[t] || f.Only != nil && !f.Only[t] }

// opened is an unfolded run.
type opened struct {
	first int // its first frame
	at    int // its place among the rows that are shown; -1 where it is not
	above int // members of the unfolded runs above it
}

// Line is one line of the list: a row, or a frame of an unfolded run.
type Line struct {
	First, Count int  // the frames that the line is about
	Member       bool // it is one frame of the run above it
	Open         bool // a run whose frames follow
}

// Sync takes over what a list has grown to; refs are the places of its frames,
// of which there may be more than it knows. The rows' silence is that of the
// list: where it changed they are cut again.
func (r *Rows) Sync(l *List, refs []wire.FrameRef) {
	end := min(l.Len(), len(refs))
	if r.list != l || r.silence != l.Silence() || end < r.frames {
		other := r.list != l
		r.starts, r.frames, r.shown, r.looked = r.starts[:0], 0, r.shown[:0], 0
		if r.list, r.silence = l, l.Silence(); other {
			r.open, r.filter = nil, Filter{}
		}
	}
	r.refs = refs[:end]
	r.cut(end)
	r.look()
	r.place()
}

// cut gives the frames before end a row that have none.
func (r *Rows) cut(end int) {
	for i := r.frames; i < end; i++ {
		if i == 0 || !r.joins(i) {
			r.starts = append(r.starts, uint32(i))
		}
	}
	r.frames = end
}

// joins reports whether frame i stands in the row of the one before it.
func (r *Rows) joins(i int) bool {
	a, b := r.list.notes[i-1], r.list.notes[i]
	mingled := a.panel > 0 && b.panel > 0 && !r.filter.ByType()
	return (a.kind == b.kind || mingled) && a.item == b.item && a.marks&folds != 0 && b.marks&folds != 0 &&
		(a.marks|b.marks)&Odd == 0 && r.Gap(i) <= r.silence && (i < 2 || r.Gap(i-1) <= r.silence)
}

// Gap returns how long after the frame before it frame i came, in
// microseconds.
func (r *Rows) Gap(i int) int64 {
	if i == 0 {
		return 0
	}
	return max(r.refs[i].AtUS-r.refs[i-1].AtUS, 0)
}

// Frames returns how many frames have a row.
func (r *Rows) Frames() int { return r.frames }

// Ref returns the place of frame i.
func (r *Rows) Ref(i int) wire.FrameRef { return r.refs[i] }

// Silent reports whether frame i comes behind a long silence.
func (r *Rows) Silent(i int) bool { return i > 0 && r.Gap(i) > r.silence }

// StandsOut reports whether there is something to tell of frame i.
func (r *Rows) StandsOut(i int) bool { return r.list.Marks(i) != 0 || r.Silent(i) }

// NextOdd returns the next frame behind frame i, or before it with step -1,
// that stands out and is shown; ok is false when there is none.
func (r *Rows) NextOdd(i, step int) (frame int, ok bool) {
	for i += step; i >= 0 && i < r.frames; i += step {
		if r.StandsOut(i) && !r.filter.Hides(r.list.Type(i)) {
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

// SetFilter shows other rows.
func (r *Rows) SetFilter(f Filter) {
	apart := f.ByType() != r.filter.ByType()
	r.filter, r.shown, r.looked = f, nil, 0
	if end := r.frames; apart && len(r.list.panels) > 0 {
		r.starts, r.frames = r.starts[:0], 0
		r.cut(end)
	}
	r.look()
	r.place()
}

// look lets the filter look at the rows that are new.
func (r *Rows) look() {
	if r.filter.All() {
		r.shown = nil
		return
	}
	if r.looked == len(r.starts) {
		return
	}
	hidden := make([]bool, len(r.list.types))
	for t := range hidden {
		hidden[t] = r.filter.Hides(TypeID(t))
	}
	for ; r.looked < len(r.starts); r.looked++ {
		first := int(r.starts[r.looked])
		if !hidden[r.list.Type(first)] && (!r.filter.Odd || r.StandsOut(first)) {
			r.shown = append(r.shown, uint32(r.looked))
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

// at returns the row that is shown at a place.
func (r *Rows) at(place int) int {
	if r.filter.All() {
		return place
	}
	return int(r.shown[place])
}

// placeOf returns the place of the row that holds a frame, or of the next one
// that is shown; shown is false for such.
func (r *Rows) placeOf(frame int) (place int, shown bool) {
	row := sort.Search(len(r.starts), func(i int) bool { return int(r.starts[i]) > frame }) - 1
	if r.filter.All() {
		return row, row >= 0
	}
	return slices.BinarySearch(r.shown, uint32(max(row, 0)))
}

// place finds the unfolded runs among the rows that are shown.
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
	r.open = slices.DeleteFunc(r.open, func(o opened) bool { return o.at < 0 && r.filter.All() })
}
