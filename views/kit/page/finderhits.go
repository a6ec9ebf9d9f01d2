package page

import (
	"slices"
	"sort"
)

// index returns the first hit that is not before a place.
func (f *Finder[P]) index(at P) int {
	return sort.Search(len(f.hits), func(i int) bool { return !f.in.Before(f.hits[i], at) })
}

// Origin returns where the search began.
func (f *Finder[P]) Origin() P { return f.origin }

// Hits returns the hits that are known, in order.
func (f *Finder[P]) Hits() []P { return f.hits }

// Count returns how many hits are known.
func (f *Finder[P]) Count() int { return len(f.hits) }

// HitsIn reports whether there is a hit from a place on and before another.
func (f *Finder[P]) HitsIn(from, to P) bool {
	i := f.index(from)
	return i < len(f.hits) && f.in.Before(f.hits[i], to)
}

// Hit returns the hit that was gone to; ok is false for none.
func (f *Finder[P]) Hit() (hit P, ok bool) { return f.hit, f.number > 0 }

// Number returns which of the hits was gone to, from 1; 0 for none.
func (f *Finder[P]) Number() int { return f.number }

// Done reports whether all that there was has been looked through. What was
// added since may be looked for.
func (f *Finder[P]) Done() bool { return f.done }

// Missed reports whether everything was looked through and nothing found.
func (f *Finder[P]) Missed() bool { return f.done && f.pass == nil && len(f.hits) == 0 }

// Progress returns where the search continues, and whether it is running.
func (f *Finder[P]) Progress() (next P, busy bool) {
	if f.pass != nil {
		return f.pass.next, true
	}
	return f.next, false
}

// Sort puts the hits in order where the order of the places may have changed.
func (f *Finder[P]) Sort() {
	sort.SliceStable(f.hits, func(i, j int) bool { return f.in.Before(f.hits[i], f.hits[j]) })
	if f.number > 0 {
		f.number = f.index(f.hit) + 1
	}
}

// Insert adds hits that are known otherwise, as of content that grows in its middle.
func (f *Finder[P]) Insert(hits ...P) {
	for _, h := range hits {
		i := f.index(h)
		if f.hits = slices.Insert(f.hits, i, h); i < f.number {
			f.number++
		}
	}
}

// shown is what a search shows besides its line.
type shown[P comparable] struct {
	hit          P
	number, hits int
	next         P
	busy         bool
}

func (f *Finder[P]) shown() shown[P] {
	next, busy := f.Progress()
	return shown[P]{f.hit, f.number, len(f.hits), next, busy}
}
