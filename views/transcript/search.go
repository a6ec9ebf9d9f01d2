package transcript

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/casefold"
)

// search is what a search has looked through, and what it found there. Nothing
// is looked through twice for the same words: behind the first look only the
// last turn is visited, which alone can grow, and of it only what is new.
type search struct {
	hits  []hit
	at    int          // the hit gone to; -1 before the first
	done  map[key]int  // bytes of a section's source that were looked through
	heads map[key]bool // sections whose heads were
	path  uint64       // the version of the conversation that was looked through
	whole bool         // every turn was
	full  bool         // there are more than maxHits
}

// forget makes the search begin afresh.
func (f *search) forget() { *f = search{at: -1, done: map[key]int{}, heads: map[key]bool{}} }

// narrow goes on with words that begin with those looked for so far: they can
// stand nowhere before the first hit of a section, and not in one without.
func (f *search) narrow(words string) {
	if f.full {
		f.forget()
		return
	}
	found := map[key]bool{}
	for _, h := range f.hits {
		if !h.head && !found[h.key] {
			found[h.key] = true
			f.done[h.key] = h.offset + len(words) - 1
		}
	}
	f.hits, f.at, f.heads, f.whole = nil, -1, map[key]bool{}, false
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
	order := m.order()
	for i, h := range f.hits {
		if order[h.key] >= order[f.from.key] {
			f.at = i
			break
		}
	}
	f.at = max(f.at, 0)
	m.show(f.hits[f.at])
}

// order numbers the sections from the first to the last.
func (m *Model) order() map[key]int {
	order := map[key]int{}
	for _, tv := range m.path {
		for _, s := range tv.sections {
			order[s.key] = len(order)
		}
	}
	return order
}

// search looks through what has not been looked through yet.
func (m *Model) search() {
	f := &m.find
	if !f.Open || f.Words == "" || len(m.path) == 0 {
		return
	}
	if f.path != m.version {
		at, was := f.at, f.hits
		f.forget()
		f.path = m.version
		defer func() {
			if f.at = min(at, len(f.hits)-1); at >= 0 {
				if i := slices.Index(f.hits, was[at]); i >= 0 {
					f.at = i
				}
			}
		}()
	}
	turns := m.path
	if f.whole {
		turns = turns[len(turns)-1:]
	}
	for _, tv := range turns {
		m.sync(tv)
		x := tv.turn.Told()
		settled := x == nil || !x.Running()
		for _, s := range tv.sections {
			if f.full {
				return
			}
			if settled && !f.heads[s.key] {
				m.searchHead(s)
			}
			m.searchBody(s)
		}
	}
	f.whole = true
}

// searchHead looks through a section's lines above its body, once they stay as
// they are.
func (m *Model) searchHead(s *section) {
	f := &m.find
	f.heads[s.key] = true
	at := slices.IndexFunc(f.hits, func(h hit) bool { return h.key == s.key })
	if at < 0 {
		at = len(f.hits)
	}
	for n, line := range s.head {
		if casefold.Index(ansi.Strip(line), f.Words) >= 0 {
			f.hits = slices.Insert(f.hits, at, hit{key: s.key, offset: n, head: true})
			at++
			if f.at >= at-1 {
				f.at++
			}
		}
	}
}

// searchBody looks through what has come of a section's source.
func (m *Model) searchBody(s *section) {
	f := &m.find
	at, seen := f.done[s.key]
	size := s.size()
	if seen && at >= size {
		return
	}
	s.matches(f.textFrom, max(at-len(f.Words)+1, 0), f.Words, func(offset int) bool {
		f.full = len(f.hits) >= maxHits
		if !f.full {
			f.hits = append(f.hits, hit{key: s.key, offset: offset})
		}
		return !f.full
	})
	f.done[s.key] = size
}

// size is how long the section's searchable source is, in bytes.
func (s *section) size() int {
	if s.body != nil {
		return s.body.Size()
	}
	return s.unmade
}

// matches calls visit for each match of words from an offset on, until it says
// that it has enough. A body on the wire is read piece by piece, any other is as
// textFrom gives it.
func (s *section) matches(textFrom func(s *section, from int) (text string, at int), from int, words string, visit func(offset int) bool) {
	on, ok := s.body.(onWire)
	if !ok {
		text, at := textFrom(s, from)
		matchesIn(text, from-at, at, words, visit)
		return
	}
	text, size, next := on.bytes(), on.bytes().Len(), from
	look := func(piece []byte, at int) bool {
		last := matchesIn(piece, max(next-at, 0), at, words, visit)
		next = max(next, last)
		return last >= 0
	}
	border := int64(len(words) - 1)
	for at := int64(from); at < size; {
		run := text.Run(at, size)
		if len(run) == 0 || !look(run, int(at)) {
			return
		}
		at += int64(len(run))
		if across := max(at-border, 0); border > 0 && at < size && !look(text.Bytes(across, min(at+border, size)), int(across)) {
			return
		}
	}
}
