package transcript

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/text/rope"
	"gatehouse/state/text/spelling"
)

// seeker gathers the text of one turn that is to be searched. It reads the texts of items
// directly, whether their sections are made or not.
type seeker struct {
	f            *find
	words        string
	tv           *turnView
	rough, exact *builder // of lines that are not cut, which are compared first, and as they are drawn
	heads        bool     // what is above the texts is searched too
	texts        []searchText
	size         int // of what is to be searched, about, in bytes
}

// searchText is what is to be searched of a section.
type searchText struct {
	section int32
	heads   []hit      // found in its head
	text    *rope.Rope // of its body, or
	wire    *wire.Body
	from    int // where to begin in it
	to      int
}

// itemSize is the cost of gathering the texts of an item, in bytes searched.
const itemSize = 1 << 10

func (m *Model) seeker(tv *turnView, words string) *seeker {
	uncut := !strings.Contains(words, "…") // which is where a line is cut
	return &seeker{f: &m.find, words: words, tv: tv, rough: m.searchBuilder(tv, uncut), exact: m.searchBuilder(tv, false), heads: tv.finished()}
}

// searchBuilder makes sections as a search looks through them. Uncut, the lines of a head have all
// that a cut one has, and cost a fraction.
func (m *Model) searchBuilder(tv *turnView, uncut bool) *builder {
	b := m.builder(tv)
	b.search, b.uncut, b.below = true, uncut, map[belowCall][]string{}
	return b
}

// sectionsOf returns the sections of an item, until it makes those of another one.
func (b *builder) sectionsOf(it *state.Item) []*section {
	b.sections = b.sections[:0]
	b.item(it)
	return b.sections
}

// gather gathers the turn from a section on, until that is some bytes; more says that
// there is more of it from next on.
func (s *seeker) gather(from key, most int) (next key, more bool) {
	l, n := &s.f.searched, 0
	if from.part == partItem {
		s.heads, n = l.heads, max(placeIn(s.tv.items, from.item), 0)
	} else {
		l.heads, l.known, l.open = s.heads, len(s.tv.items), nil
		for _, sec := range s.tv.before.sections {
			s.section(sec)
		}
	}
	for _, it := range s.tv.items[n:] {
		if s.size >= most {
			return key{turn: s.tv.id, part: partItem, item: it.Serial}, true
		}
		if it.Serial < l.known { // another one is new
			s.first(it)
		}
	}
	for _, sec := range s.tv.after.sections {
		s.section(sec)
	}
	return key{turn: s.tv.id + 1}, false
}

func (s *seeker) matches(line string) bool { return spelling.IndexFold(line, s.words) >= 0 }

func (s *seeker) first(it *state.Item) {
	s.item(it)
	if !it.Done && !s.heads {
		s.f.searched.open = append(s.f.searched.open, openItem{it.Serial, it.Version})
	}
}

func (s *seeker) item(it *state.Item) {
	s.size += itemSize
	sections := s.rough.sectionsOf(it)
	heads := s.heads && slices.ContainsFunc(sections, func(sec *section) bool { return slices.ContainsFunc(sec.head, s.matches) })
	if heads {
		sections = s.exact.sectionsOf(it)
	}
	for _, sec := range sections {
		if heads {
			s.head(sec.key, sec.head)
		}
		if sec.text != nil {
			s.body(sec.key, int(sec.text.Len()), it.Done, func() searchText { return searchText{text: sec.text.Now()} })
		}
	}
}

// section gathers a section that is of no item.
func (s *seeker) section(sec *section) {
	if s.heads {
		s.head(sec.key, sec.head)
	}
	s.more(sec)
}

// more gathers what has arrived of the body of a section that is of no item.
func (s *seeker) more(sec *section) {
	if sec.body == nil {
		return
	}
	s.body(sec.key, sec.body.Size(), false, func() searchText {
		if sec.wire != nil {
			return searchText{wire: sec.wire}
		}
		return searchText{text: rope.Plain(sec.body.Source())}
	})
}

// head looks through the lines that are above a text.
func (s *seeker) head(k key, lines []string) {
	for n, line := range lines {
		if s.matches(ansi.Strip(line)) {
			s.texts = append(s.texts, searchText{heads: []hit{{s.f.number(k), int32(firstLine + n)}}})
		}
	}
}

func (s *seeker) body(k key, size int, done bool, of func() searchText) {
	searched := s.f.searched.done
	at := searched[k]
	if searched[k] = max(at, size); done { // as it was earlier it is shorter
		delete(searched, k)
	}
	if at >= size {
		return
	}
	p := of()
	p.section, p.from, p.to = s.f.number(k), max(at-len(s.words)+1, 0), size
	s.texts, s.size = append(s.texts, p), s.size+size-at
}

// hitsIn looks through texts, in any goroutine.
func hitsIn(texts []searchText, words string) []hit {
	var hits []hit
	for _, p := range texts {
		hits = append(hits, p.heads...)
		found := func(offset int) { hits = append(hits, hit{p.section, int32(offset)}) }
		switch {
		case p.wire != nil:
			matchesOnWire(p.wire, p.from, p.to, words, found)
		case p.text != nil:
			matchesIn(p.text.Cut(int64(p.from), int64(p.to)), 0, p.from, words, found)
		}
	}
	return hits
}

// matchesOnWire is matchesIn of the bytes [from, to) on the wire, which are read piece
// by piece.
func matchesOnWire(text *wire.Body, from, to int, words string, visit func(offset int)) {
	size, next := int64(to), from
	look := func(piece []byte, at int) {
		next = max(next, matchesIn(piece, max(next-at, 0), at, words, visit))
	}
	border := int64(len(words) - 1)
	for at := int64(from); at < size; {
		run := text.Run(at, size)
		if len(run) == 0 {
			return
		}
		look(run, int(at))
		at += int64(len(run))
		if across := max(at-border, 0); border > 0 && at < size {
			look(text.Bytes(across, min(at+border, size)), int(across))
		}
	}
}

// matchesIn calls visit for each match in s, which begins at base in its
// source, from the byte from on. It returns the place in the source after the
// last match, 0 when there is none.
func matchesIn[T spelling.Chars](s T, from, base int, words string, visit func(offset int)) int {
	behind := 0
	for at := from; at < len(s); {
		i := spelling.IndexFold(s[at:], words)
		if i < 0 {
			break
		}
		visit(base + at + i)
		at += i + len(words)
		behind = base + at
	}
	return behind
}
