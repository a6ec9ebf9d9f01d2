package transcript

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/casefold"
)

// seeker looks for words in one turn. Of its items it reads the texts where they lie,
// whether their sections are made or not.
type seeker struct {
	f            *find
	tv           *turnView
	rough, exact *builder // of lines that are not cut, which are compared first, and as they are drawn
	heads        bool     // what stands above the texts is looked through too
	passages     []passage
}

func (m *Model) seeker(tv *turnView) *seeker {
	uncut := !strings.Contains(m.find.Words, "…") // which stands where a line is cut
	return &seeker{f: &m.find, tv: tv, rough: m.plainly(tv, uncut), exact: m.plainly(tv, false), heads: tv.settled()}
}

// holds reports whether words stand in a line.
func (s *seeker) holds(line string) bool { return casefold.Index(line, s.f.Words) >= 0 }

// first looks through an item for the first time.
func (s *seeker) first(it *state.Item) {
	s.item(it)
	if !it.Done && !s.heads {
		s.f.open = append(s.f.open, openItem{it.Serial, it.Version})
	}
}

// item looks through what has come of an item.
func (s *seeker) item(it *state.Item) {
	s.passages = s.rough.passages(s.passages[:0], it, s.heads)
	heads := slices.ContainsFunc(s.passages, func(p passage) bool { return slices.ContainsFunc(p.head, s.holds) })
	if heads {
		s.passages = s.exact.passages(s.passages[:0], it, true)
	}
	for _, p := range s.passages {
		if heads {
			s.head(p.key, p.head)
		}
		if p.text != nil {
			s.text(p, it)
		}
	}
}

// section looks through a section that is of no item.
func (s *seeker) section(sec *section) {
	if s.heads {
		s.head(sec.key, sec.head)
	}
	s.body(sec)
}

// head looks through the lines that stand above a text.
func (s *seeker) head(k key, lines []string) {
	if s.f.only != nil && !s.f.only[k] {
		return
	}
	for n, line := range lines {
		if s.holds(ansi.Strip(line)) {
			s.found(hit{key: k, offset: n, head: true})
		}
	}
}

// found takes a hit, and reports whether there may be more.
func (s *seeker) found(h hit) bool {
	if s.f.full = s.f.full || len(s.f.hits) >= maxHits; !s.f.full {
		s.f.hits = append(s.f.hits, h)
	}
	return !s.f.full
}

// text looks through what has come of a text of an item.
func (s *seeker) text(p passage, it *state.Item) {
	f, size := s.f, int(p.text.Len())
	at, seen := f.done[p.key]
	if it.Done {
		delete(f.done, p.key)
	} else {
		f.done[p.key] = max(at, size) // as it was earlier it is shorter
	}
	if f.full || seen && at >= size || !seen && f.only != nil {
		return
	}
	from := max(at-len(f.Words)+1, 0)
	words, base := f.textFrom(p.key, it.Version, p.text, from)
	matchesIn(words, from-base, base, f.Words, func(offset int) bool { return s.found(hit{key: p.key, offset: offset}) })
}

// body looks through what has come of the body of a section that is of no item.
func (s *seeker) body(sec *section) {
	f := s.f
	if sec.body == nil {
		return
	}
	at, size := f.done[sec.key], sec.body.Size()
	if _, seen := f.done[sec.key]; f.full || seen && at >= size {
		return
	}
	f.done[sec.key] = size
	sec.matches(max(at-len(f.Words)+1, 0), f.Words, func(offset int) bool { return s.found(hit{key: sec.key, offset: offset}) })
}

// matches calls visit for each match of words in a section's body from an offset on,
// until it says that it has enough. A body on the wire is read piece by piece.
func (s *section) matches(from int, words string, visit func(offset int) bool) {
	on, ok := s.body.(onWire)
	if !ok {
		matchesIn(s.body.Source(), from, 0, words, visit)
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
