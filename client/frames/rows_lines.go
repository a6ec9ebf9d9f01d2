package frames

import (
	"slices"
	"sort"
)

// Lines returns the number of lines: shown rows and the frames of unfolded ones.
func (r *Rows) Lines() int {
	n := r.rows()
	for i := range r.open {
		if o := &r.open[i]; o.at >= 0 {
			_, count := r.row(r.at(o.at))
			n += count
		}
	}
	return n
}

// Line returns line n, which must be below Lines.
func (r *Rows) Line(n int) Line {
	shown := r.placed()
	i := sort.Search(len(shown), func(i int) bool { return shown[i].at+shown[i].above >= n }) - 1
	if i >= 0 { // the last unfolded run above the line
		o := shown[i]
		head := o.at + o.above
		first, count := r.row(r.at(o.at))
		if n <= head+count {
			return Line{First: first + n - head - 1, Count: 1, Member: true}
		}
		n -= o.above + count
	}
	first, count := r.row(r.at(n))
	_, open := slices.BinarySearchFunc(shown, first, func(o openRun, first int) int { return o.first - first })
	return Line{First: first, Count: count, Open: open}
}

// placed returns the unfolded runs that are shown.
func (r *Rows) placed() []openRun {
	if r.filter.All() {
		return r.open
	}
	var shown []openRun
	for _, o := range r.open {
		if o.at >= 0 {
			shown = append(shown, o)
		}
	}
	return shown
}

// Find returns the line of a frame: the frame's if its run is unfolded, else its row's. For a hidden
// frame it is the next line below, or the last; 0 in an empty list.
func (r *Rows) Find(frame int) int {
	at, shown := r.placeOf(frame)
	if rows := r.rows(); at >= rows {
		return max(r.Lines()-1, 0)
	}
	n := max(at, 0)
	for _, o := range r.placed() {
		if o.at > at || o.at == at && !shown {
			break
		}
		first, count := r.row(r.at(o.at))
		if o.at == at {
			return n + frame - first + 1
		}
		n += count
	}
	return n
}

// SetOpen unfolds or folds the run with a frame. It reports whether that changed anything.
func (r *Rows) SetOpen(frame int, open bool) bool {
	at, shown := r.placeOf(frame)
	if !shown || at >= r.rows() {
		return false
	}
	first, count := r.row(r.at(at))
	i, isOpen := slices.BinarySearchFunc(r.open, first, func(o openRun, first int) int { return o.first - first })
	switch {
	case open == isOpen || open && count < 2:
		return false
	case open:
		r.open = slices.Insert(r.open, i, openRun{first: first})
	default:
		r.open = slices.Delete(r.open, i, i+1)
	}
	r.place()
	return true
}

// Run returns the frames of the row with a frame.
func (r *Rows) Run(frame int) (first, count int) {
	row := sort.Search(len(r.starts), func(i int) bool { return int(r.starts[i]) > frame }) - 1
	if row < 0 {
		return 0, 0
	}
	return r.row(row)
}

// Filter returns the current filter.
func (r *Rows) Filter() Filter { return r.filter }
