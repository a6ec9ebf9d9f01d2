package tree

import (
	"slices"
	"sort"

	tea "charm.land/bubbletea/v2"
)

// since is the search of what has changed since the hits were found, which stay
// until it is done.
type since struct {
	runs  bool
	hits  []hit // that it has found, or the first search so far
	steps int   // to the next hits, that the person went meanwhile
}

// bytesLooked is how far the bytes were looked through: they only grow while an
// answer comes.
type bytesLooked struct {
	counting bool  // how often they have what no name and no value has
	hits     int   // in them
	last     int   // of hits, those in a line that may go on
	whole    int   // where that line begins
	length   int64 // of the bytes
}

// looked takes what a slice of the bytes gave.
func (b *bytesLooked) looked(msg found) {
	b.hits, b.last, b.whole, b.length = b.hits+len(msg.hits), 0, msg.whole, msg.length
	for _, h := range msg.hits {
		if h.offset >= b.whole {
			b.last++
		}
	}
}

// resume forgets what was found in a line that may have gone on, and returns where
// to look on; bytes that are fewer than before are others.
func (b *bytesLooked) resume(length int64) (next int) {
	if length < b.length {
		*b = bytesLooked{}
	}
	b.hits, b.last = b.hits-b.last, 0
	return b.whole
}

// findOn returns the Cmd that searches on where what is shown has changed under the
// search: all of another document, of bytes what was added.
func (m *Model) findOn() tea.Cmd {
	f, l := &m.find, m.top()
	switch {
	case !f.Open || l.reading():
		return nil
	case f.raw != (m.shown() == asRaw):
		return m.findElsewhere()
	case f.raw:
		return m.findOnBytes()
	case f.of == l:
		return nil
	}
	was, h := f.of, f.here()
	if h.node >= 0 {
		f.from = h
	}
	m.carryFind()
	if h.node >= 0 && was.cursor.Node == h.node { // the last row would follow the end
		l.cursor, l.above = l.folds.Visible(f.from.node), was.above
		m.changed()
	}
	if f.Words == "" || f.wrong != "" {
		return nil
	}
	f.number++
	f.since, f.bytes.counting = since{runs: true, steps: f.since.steps}, false
	return m.slice(0)
}

// findElsewhere begins the search again where what is shown has become another
// thing under it: a place in the bytes is no value of the tree. Where the bytes are
// those of the document it goes on from the place it was at.
func (m *Model) findElsewhere() tea.Cmd {
	f, l := &m.find, m.top()
	if !f.Open || f.raw == (m.shown() == asRaw) {
		return nil
	}
	was, gone := f.here(), f.at >= 0
	m.beginFind()
	switch own := l.x != nil && l.raw != nil && l.raw.Len() == int64(len(l.json)); {
	case own && f.raw:
		f.from.offset = l.x.Begin(l.cursor.Node)
	case own && gone:
		f.from.node = l.x.At(was.offset)
	}
	return m.searchAgain()
}

// findOnBytes returns the Cmd that looks through the bytes that were added.
func (m *Model) findOnBytes() tea.Cmd {
	f, l := &m.find, m.top()
	if l.raw == nil || f.Words == "" || f.wrong != "" || !f.done || f.since.runs {
		return nil
	}
	length := l.raw.Len()
	if length == f.bytes.length || length > f.bytes.length && len(f.hits) > maxHits {
		return nil
	}
	next := f.bytes.resume(length)
	f.from, f.since = f.here(), since{runs: true, hits: slices.Clone(f.hits[:f.bytes.hits])}
	return m.slice(next)
}

// carryFind takes the place where the search began to the document that is shown now.
func (m *Model) carryFind() {
	f, l := &m.find, m.top()
	if !f.raw && f.of != l && f.from.node >= 0 {
		f.from.node, _ = l.x.Same(f.of.x, f.from.node)
	}
	f.of = l
}

// place goes to the hit at or behind the place where the search began. Where one was
// gone to before, the screen stays, and its number is that of the hit that stands
// there now; over, there are no further ones.
func (f *find) place(m *Model, over bool) {
	if !over && (f.at >= 0 || f.since.runs) || f.at >= 0 && !f.since.runs {
		return
	}
	i := sort.Search(len(f.hits), func(i int) bool {
		return f.hits[i].node >= f.from.node && f.hits[i].offset >= f.from.offset
	})
	was, n := f.at, len(f.hits)
	switch {
	case i < n:
		f.at = i
	case n == 0:
		f.at = -1
	case over && was >= 0: // what stood behind it is gone
		f.at = n - 1
	case over:
		f.at = 0
	}
	if f.at < 0 || was >= 0 && f.since.steps == 0 {
		return
	}
	f.at = ((f.at+f.since.steps)%n + n) % n
	m.showHit()
}

// countBytes returns the Cmd that counts how often the bytes have what no name and
// no value has.
func (m *Model) countBytes() tea.Cmd {
	l := m.top()
	if l.raw == nil {
		return nil
	}
	m.find.bytes.counting = true
	return m.slice(m.find.bytes.resume(l.raw.Len()))
}
