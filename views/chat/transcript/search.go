package transcript

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/page"
)

// searched is how far the last turn was searched, which alone can grow: of it only
// what is new is looked at again.
type searched struct {
	path  uint64      // the version of the conversation that was searched
	done  map[key]int // bytes that were searched of texts that may grow
	heads bool        // also what is above its texts, which waits until it stays as it is
	moved bool        // items are elsewhere than when they were searched
	known int         // items that were: those of smaller serial numbers
	open  []openItem  // those of them that may grow
}

// openItem is an item that may grow, as it was searched.
type openItem struct {
	serial  int
	version uint64
}

const (
	searchSlice = 4 << 20 // bytes that are searched at a time
	maxAtOnce   = 1 << 20 // and at once
)

func (m *Model) newFinder() page.Finder[hit] {
	here := func() hit {
		if len(m.path) == 0 {
			return hit{}
		}
		return hit{m.find.number(m.anchorOf(m.topPosition()).key), firstLine}
	}
	show := func(h hit) { m.show(m.find.sections[h.section], h) }
	above := func(a, b hit) bool {
		if a.section == b.section {
			return a.at < b.at
		}
		return m.compare(m.find.sections[a.section], m.find.sections[b.section]) < 0
	}
	return page.NewFinder(page.Findable[hit]{Here: here, Before: above, Show: show, Look: m.look})
}

func (m *Model) look(words string, from hit) (look func() page.Part[hit], quick bool) {
	f := &m.find
	f.number(key{})
	at := f.sections[from.section]
	n := slices.IndexFunc(m.path, func(tv *turnView) bool { return tv.id >= at.turn })
	if n < 0 {
		return nil, true
	}
	if from == (hit{}) {
		f.searched = searched{path: m.version, done: map[key]int{}}
	}
	var texts []searchText
	size, more := 0, true
	for ; n < len(m.path) && size < searchSlice; n++ {
		s := m.seeker(m.turnAt(n), words)
		if at.turn < s.tv.id {
			at = key{turn: s.tv.id}
		}
		at, more = s.gather(at, searchSlice-size)
		if texts, size = append(texts, s.texts...), size+s.size; more {
			break
		}
	}
	part := page.Part[hit]{Next: hit{section: f.number(at)}, More: more || n < len(m.path)}
	return func() page.Part[hit] {
		part.Hits = hitsIn(texts, words)
		return part
	}, size <= maxAtOnce
}

// Work implements views.Worker: it looks through what has arrived, and again through what
// has become another conversation.
func (m *Model) Work() tea.Cmd {
	f := &m.find
	if !f.Open || f.Words == "" {
		return nil
	}
	m.update()
	if len(m.path) == 0 {
		return nil
	}
	last := m.turnAt(len(m.path) - 1)
	_, busy := f.Progress()
	switch {
	case !busy && !f.Done():
		return f.More()
	case f.searched.path != m.version, !busy && !f.searched.heads && last.finished():
		m.changed()
		return f.Restart()
	case !busy:
		m.lookAtNew(last)
	}
	return nil
}

// finished reports whether what is above the texts of a turn stays as it is.
func (tv *turnView) finished() bool {
	x := tv.turn.Exchange
	return x == nil || !x.Running()
}

// lookAtNew looks through what has arrived of the last turn since.
func (m *Model) lookAtNew(tv *turnView) {
	f := &m.find
	s := m.seeker(tv, f.Words)
	for _, sec := range slices.Concat(tv.before.sections, tv.after.sections) {
		s.more(sec)
	}
	for i, o := range f.searched.open {
		if n := placeIn(tv.items, o.serial); n >= 0 && tv.items[n].Version != o.version {
			f.searched.open[i].version = tv.items[n].Version
			s.item(tv.items[n])
		}
	}
	f.searched.open = slices.DeleteFunc(f.searched.open, func(o openItem) bool {
		n := placeIn(tv.items, o.serial)
		return n >= 0 && tv.items[n].Done
	})
	for _, n := range tv.since(f.searched.known) {
		s.first(tv.items[n])
	}
	f.searched.known = max(f.searched.known, len(tv.items))
	if f.searched.moved {
		f.searched.moved = false
		f.Sort()
	}
	if hits := hitsIn(s.texts, f.Words); len(hits) > 0 {
		m.changed()
		f.Insert(hits...)
	}
}

// compare orders the keys of sections as these are in the conversation: a turn was
// made after the one that it answers.
func (m *Model) compare(a, b key) int {
	if c := cmp.Or(a.turn-b.turn, int(a.part)-int(b.part)); c != 0 {
		return c
	}
	if tv := m.turns[a.turn]; tv != nil && a.part == partItem && a.item != b.item {
		return placeIn(tv.items, a.item) - placeIn(tv.items, b.item)
	}
	return cmp.Or(a.item-b.item, rank(a.piece)-rank(b.piece))
}

// rank orders the pieces of an item: what a part cites is below it.
func rank(piece int) int {
	if piece < citationPiece || piece >= waitPiece {
		return 2 * piece
	}
	return 2*(piece-citationPiece) + 1
}

// find is a search in what the sections say. It runs over their sources and over
// their heads; what is found is drawn only where it is looked at.
type find struct {
	page.Finder[hit]
	sections []key // that hits are in, by their numbers; the first is before all
	numbers  map[key]int32
	searched searched
}

// hit is a line of a section's head, or a place in its source. There may be millions.
type hit struct {
	section int32 // its number
	at      int32 // an offset; of a line of the head firstLine and its number
}

// firstLine is the first line of a head, which is before the source.
const firstLine = -1 << 30

// head returns which line of the head it is; ok is false for a place in the source.
func (h hit) head() (line int, ok bool) { return int(h.at) - firstLine, h.at < 0 }

func (f *find) number(k key) int32 {
	n, ok := f.numbers[k]
	if !ok {
		if f.numbers == nil {
			f.sections, f.numbers = []key{{}}, map[key]int32{{}: 0}
		}
		n = int32(len(f.sections))
		f.sections, f.numbers[k] = append(f.sections, k), n
	}
	return n
}

// here returns the hit that was gone to, and its section.
func (f *find) here() (h hit, k key, ok bool) {
	if h, ok = f.Hit(); ok {
		k = f.sections[h.section]
	}
	return h, k, ok
}

func (m *Model) closeFind() {
	m.find.Close()
	m.find.sections, m.find.numbers, m.find.searched = nil, nil, searched{}
	m.changed()
}

func (m *Model) write(msg tea.Msg) views.Answer {
	m.changed()
	answer := m.find.Write(m.keys, msg)
	if !m.find.Open {
		m.closeFind()
	}
	return answer
}

// show scrolls to a place in a section, or to a line of its head, unfolding
// what hides it. See hit.
func (m *Model) show(k key, to hit) {
	m.changed()
	at := m.positionOf(anchor{key: k})
	sec := m.sectionAt(at)
	if sec.key != k {
		return
	}
	m.selected = k
	if line, ok := to.head(); ok {
		at.block, at.line = 0, sec.gap+min(line, len(sec.head)-1)
		m.goTo(m.up(at, m.page()/3))
		return
	}
	if sec.folded {
		m.setFold(sec, false)
		at = m.positionOf(anchor{key: k})
		sec = m.sectionAt(at)
	}
	if sec.body == nil {
		return
	}
	at.block = min(1+sec.body.Block(int(to.at)), sec.blocks()-1)
	at.line = m.lineOf(sec, at.block)
	m.goTo(m.up(at, m.page()/3))
}

// lineOf returns the first line of a block with what is searched for in it, or with
// what a frame wrote.
func (m *Model) lineOf(sec *section, block int) int {
	if !m.find.Open && sec.key == m.frameMark.key {
		if spans := m.spansIn(sec, block); len(spans) > 0 {
			return spans[0].line
		}
	}
	return max(slices.IndexFunc(sec.lines(block), func(line string) bool {
		return spelling.IndexFold(ansi.Strip(line), m.find.Words) >= 0
	}), 0)
}

func (m *Model) findLine() string {
	f := &m.find
	count := "no hits"
	switch {
	case f.Words == "":
		count = "type to search"
	case f.Count() > 0:
		count = figures.Thousands(f.Number()) + " of " + figures.Thousands(f.Count())
	case !f.Missed():
		count = "searching …"
	}
	return f.Draw(m.styles, count+"   "+f.Keys(m.keys))
}

func (m *Model) highlight(r row) string {
	f := &m.find
	if !f.Open || f.Words == "" {
		for _, s := range m.spans(r) {
			if s.line == r.line {
				return lipgloss.StyleRanges(r.text, lipgloss.NewRange(s.from, s.to, m.styles.MatchHere))
			}
		}
		return r.text
	}
	style := m.styles.Match
	if h, k, ok := f.here(); ok && r.key == k && m.isInHit(r, h) {
		style = m.styles.MatchHere
	}
	return page.Mark(r.text, f.Words, style)
}

// isInHit reports whether a row belongs to the block of a hit.
func (m *Model) isInHit(r row, h hit) bool {
	at := m.positionOf(anchor{key: r.key})
	sec := m.sectionAt(at)
	if line, ok := h.head(); ok {
		return r.block == 0 && r.line == sec.gap+line
	}
	return sec.body != nil && sec.body.Block(int(h.at))+1 == r.block
}
