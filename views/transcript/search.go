package transcript

import (
	"cmp"
	"slices"
	"strings"
)

// search is what a search has looked through, and what it found there. Nothing
// is looked through twice for the same words: behind the first look only the
// last turn is visited, which alone can grow, and of it only what is new.
type search struct {
	hits  []hit
	at    int          // the hit gone to; -1 before the first
	done  map[key]int  // bytes that were looked through of texts that may grow, or that hold the words
	only  map[key]bool // what held the words that were looked for before these, which go on; nil for all
	path  uint64       // the version of the conversation that was looked through
	whole bool         // every turn was
	heads bool         // of the last turn also what stands above its texts, which waits until it stays as it is
	full  bool         // there are more than maxHits
	moved bool         // items stand elsewhere than when they were looked through
	known int          // items of the last turn that were: those of smaller serial numbers
	open  []openItem   // those of them that may grow
}

// openItem is an item that may grow, as it was looked through.
type openItem struct {
	serial  int
	version uint64
}

// forget makes the search begin afresh.
func (f *search) forget() { *f = search{at: -1, done: map[key]int{}} }

// narrow goes on with words that begin with those looked for so far: they can
// stand nowhere before the first hit of a section, and not in one without.
func (f *search) narrow(words string) {
	if f.full {
		f.forget()
		return
	}
	f.only = map[key]bool{}
	for _, h := range slices.Backward(f.hits) {
		f.only[h.key], f.only[h.key.whole()] = true, true
		if !h.head {
			f.done[h.key] = h.offset + len(words) - 1
		}
	}
	f.hits, f.at, f.whole = nil, -1, false
}

// whole is the key of the item that a section shows a piece of.
func (k key) whole() key {
	k.piece = pieceWhole
	return k
}

// searchAgain looks for other words than were looked for before and goes to
// the first hit behind the place where the search began.
func (m *Model) searchAgain(before string) {
	f := &m.find
	if before != "" && strings.HasPrefix(f.Words, before) {
		f.narrow(f.Words)
	} else {
		f.forget()
	}
	m.search()
	if len(f.hits) == 0 {
		return
	}
	f.at = slices.IndexFunc(f.hits, func(h hit) bool { return m.compare(h.key, f.from.key) >= 0 })
	f.at = max(f.at, 0)
	m.show(f.hits[f.at])
}

// search looks through what has not been looked through yet.
func (m *Model) search() {
	f := &m.find
	if !f.Open || f.Words == "" || len(m.path) == 0 {
		return
	}
	at, here := f.at, hit{}
	if at >= 0 {
		here = f.hits[at]
	}
	last := m.turnAt(len(m.path) - 1)
	switch again := f.path != m.version || f.whole && !f.heads && last.settled(); {
	case again:
		f.forget()
		m.lookThrough()
	case !f.whole:
		m.lookThrough()
	case !m.lookAtNew(last):
		return
	}
	if f.at = min(at, len(f.hits)-1); f.at >= 0 { // it stays the one that was gone to
		if i := slices.Index(f.hits, here); i >= 0 {
			f.at = i
		}
	}
}

// settled reports whether what stands above the texts of a turn stays as it is.
func (tv *turnView) settled() bool {
	x := tv.turn.Exchange
	return x == nil || !x.Running()
}

// lookThrough looks through all turns, or what held shorter words.
func (m *Model) lookThrough() {
	f := &m.find
	f.path, f.whole = m.version, true
	for t := range m.path {
		s := m.seeker(m.turnAt(t))
		f.heads, f.known = s.heads, len(s.tv.items)
		if f.only == nil {
			f.open = nil // those of the turn before: it is shown as it was
		}
		for _, sec := range s.tv.before.sections {
			s.section(sec)
		}
		for _, it := range s.tv.items {
			if f.full {
				break
			}
			if f.only == nil {
				s.first(it)
			} else if f.only[s.rough.keyOf(it, pieceWhole)] {
				s.item(it)
			}
		}
		for _, sec := range s.tv.behind.sections {
			s.section(sec)
		}
	}
	f.only = nil
}

// lookAtNew looks through what has come of the last turn since, and reports whether
// hits were put elsewhere.
func (m *Model) lookAtNew(tv *turnView) (moved bool) {
	f := &m.find
	s, before := m.seeker(tv), len(f.hits)
	for _, sec := range slices.Concat(tv.before.sections, tv.behind.sections) {
		s.body(sec)
	}
	for i, o := range f.open {
		if n := placeIn(tv.items, o.serial); n >= 0 && tv.items[n].Version != o.version {
			f.open[i].version = tv.items[n].Version
			s.item(tv.items[n])
		}
	}
	f.open = slices.DeleteFunc(f.open, func(o openItem) bool {
		n := placeIn(tv.items, o.serial)
		return n >= 0 && tv.items[n].Done
	})
	for _, n := range tv.since(f.known) {
		s.first(tv.items[n])
	}
	f.known = max(f.known, len(tv.items))
	moved = f.moved || len(f.hits) > before
	if f.moved = false; !moved || slices.IsSortedFunc(f.hits, m.compareHits) {
		return false
	}
	slices.SortStableFunc(f.hits, m.compareHits)
	return true
}

// compareHits orders hits as they stand in the conversation.
func (m *Model) compareHits(a, b hit) int {
	if c := m.compare(a.key, b.key); c != 0 {
		return c
	}
	if a.head != b.head {
		if a.head {
			return -1
		}
		return 1
	}
	return a.offset - b.offset
}

// compare orders the keys of sections as these stand in the conversation: a turn was
// made behind the one that it answers.
func (m *Model) compare(a, b key) int {
	if c := cmp.Or(a.turn-b.turn, int(a.part)-int(b.part)); c != 0 {
		return c
	}
	if tv := m.turns[a.turn]; tv != nil && a.part == partItem && a.item != b.item {
		return placeIn(tv.items, a.item) - placeIn(tv.items, b.item)
	}
	return cmp.Or(a.item-b.item, rank(a.piece)-rank(b.piece))
}

// rank orders the pieces of an item: what a part cites stands below it.
func rank(piece int) int {
	if piece < citationPiece || piece == waitPiece {
		return 2 * piece
	}
	return 2*(piece-citationPiece) + 1
}
