package tree

// Row is one row of a tree that is drawn row by row: a value, or the closing
// bracket of an object or array.
type Row struct {
	Node  int
	Depth int // objects and arrays around it
	Close bool
}

// AllLevels as a level opens everything.
const AllLevels = 1 << 30

// Folds are the open objects and arrays of an index: those above a level, except those folded or
// unfolded by hand. It walks from row to row without a list of rows, so that a step costs the same
// in a document of any size.
type Folds struct {
	x       *Index
	level   int
	flipped map[int]bool
	closers bool // a row for every closing bracket
}

// newFolds opens the first levels of a tree: with 0 the document itself is
// closed. There are no rows for closing brackets.
func newFolds(x *Index, level int) *Folds {
	return &Folds{x: x, level: level, flipped: map[int]bool{}}
}

// Unfold opens as many levels of a tree as have at most the given rows, but at least the first. There are
// no rows for closing brackets, see SetClosers.
func (x *Index) Unfold(rows int) *Folds {
	f := newFolds(x, AllLevels)
	if x.Len() > rows {
		for f.level = 1; f.atMost(rows); f.level++ {
		}
		f.level = max(f.level-1, 1)
	}
	return f
}

// atMost reports whether there are no more than the given rows.
func (f *Folds) atMost(rows int) bool {
	for r, ok := f.First(), true; ok; r, ok = f.Next(r) {
		if rows--; rows < 0 {
			return false
		}
	}
	return true
}

// Carry returns the folds for another document: values at the same paths stay folded or
// unfolded.
func (f *Folds) Carry(x *Index) *Folds {
	to := newFolds(x, f.level)
	to.closers = f.closers
	for i := range f.flipped {
		if same, exact := x.Same(f.x, i); exact {
			to.flipped[same] = true
		}
	}
	return to
}

// CarryRow returns a row of the folds on which Carry was called in its result.
func (f *Folds) CarryRow(from *Folds, r Row) Row {
	if r == from.Last() {
		return f.Last()
	}
	same, exact := f.x.Same(from.x, r.Node)
	to := f.Visible(same)
	if r.Close && exact && to.Node == same && f.Open(to) {
		to.Close = true
	}
	return to
}

// Level returns the level last set.
func (f *Folds) Level() int { return f.level }

// SetLevel folds and unfolds all by their level.
func (f *Folds) SetLevel(level int) {
	f.level = max(level, 0)
	clear(f.flipped)
}

// SetClosers sets whether closing brackets have rows.
func (f *Folds) SetClosers(on bool) { f.closers = on }

// Open reports whether a row's object or array is unfolded; an empty one and a simple
// value never are.
func (f *Folds) Open(r Row) bool { return f.open(r.Node, r.Depth) }

func (f *Folds) open(i, depth int) bool {
	return f.x.Children(i) && f.opens(i, depth)
}

// opens is open for a value that is known to have some in it.
func (f *Folds) opens(i, depth int) bool { return (depth < f.level) != f.flipped[i] }

// Toggle folds or unfolds a row's object or array.
func (f *Folds) Toggle(r Row) {
	if !f.x.Children(r.Node) {
		return
	}
	if f.flipped[r.Node] {
		delete(f.flipped, r.Node)
	} else {
		f.flipped[r.Node] = true
	}
}

// manyFlips bounds what Reveal remembers one by one.
const manyFlips = 4096

// Reveal unfolds what hides a value and returns the value's row.
func (f *Folds) Reveal(i int) Row {
	depth := f.x.Depth(i)
	if depth > manyFlips && f.level < depth {
		f.level = depth
		clear(f.flipped)
	}
	d := depth
	for up := range f.x.around(i) {
		if at := int(up.value); at != i && !f.opens(at, d) {
			f.Toggle(Row{Node: at, Depth: d})
		}
		d--
	}
	return Row{Node: i, Depth: depth}
}

// Visible returns the row of a value, or of the folded value that hides it.
func (f *Folds) Visible(i int) Row { return f.below(i, 0, 0, f.x.Depth(i)) }

// First returns the first row.
func (f *Folds) First() Row { return Row{} }

// Last returns the last row.
func (f *Folds) Last() Row {
	if f.closers && f.open(0, 0) {
		return Row{Close: true}
	}
	return f.lowest(0, 0)
}

// lowest returns the last row of a value at a depth.
func (f *Folds) lowest(i, depth int) Row {
	for ; f.open(i, depth); depth++ {
		i = f.x.lastChild(i)
	}
	return Row{Node: i, Depth: depth}
}

// below returns the row of value i, or of the outermost folded value on the way from top, at depth,
// down to it. deep is the depth of i.
func (f *Folds) below(i, top, depth, deep int) Row {
	r := Row{Node: i, Depth: deep}
	d := deep
	for up := range f.x.around(i) {
		at := int(up.value)
		if at != i && !f.opens(at, d) {
			r = Row{Node: at, Depth: d}
		}
		if d--; at == top || d < depth {
			break
		}
	}
	return r
}

// Next returns the row after r; ok is false at the end.
func (f *Folds) Next(r Row) (Row, bool) {
	x := f.x
	if !r.Close && f.Open(r) {
		return Row{Node: r.Node + 1, Depth: r.Depth + 1}, true
	}
	n := x.node(r.Node)
	next, around := int(n.next), uint32(none)
	if next < x.n {
		around = x.node(next).parent
	}
	if around == n.parent && around != none {
		return Row{Node: next, Depth: r.Depth}, true
	}
	if f.closers {
		return Row{Node: max(x.Parent(r.Node), 0), Depth: r.Depth - 1, Close: true}, n.parent != none
	}
	if next >= x.n {
		return r, false
	}
	depth := r.Depth
	for up := range x.around(r.Node) {
		if up.parent == around {
			break
		}
		depth--
	}
	return Row{Node: next, Depth: depth}, true
}

// Prev returns the row before r; ok is false at the beginning.
func (f *Folds) Prev(r Row) (Row, bool) {
	x := f.x
	var before, depth int // the value that ends before r
	if r.Close {
		before, depth = x.lastChild(r.Node), r.Depth+1
	} else {
		top := x.Parent(r.Node)
		if top < 0 {
			return r, false
		}
		if r.Node == top+1 {
			return Row{Node: top, Depth: r.Depth - 1}, true
		}
		before, depth = x.childBefore(top, r.Node), r.Depth
	}
	if f.closers {
		return Row{Node: before, Depth: depth, Close: f.open(before, depth)}, true
	}
	return f.lowest(before, depth), true
}
