package transcript

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/figures"
	"gatehouse/state/spelling"
	"gatehouse/views"
	"gatehouse/views/page"
)

// find is a search in what the sections say. It runs over their sources and over
// their heads; what is found is drawn only where it is looked at.
type find struct {
	page.Finder[hit]
	sections []key // that hits are in, by their numbers; the first is before all
	numbers  map[key]int32
	looked   looked
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
	m.find.sections, m.find.numbers, m.find.looked = nil, nil, looked{}
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

// show brings a place in a section on the screen, or a line of its head, unfolding
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
		above := m.up(at, m.page()/3)
		m.goTo(above)
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
	above := m.up(at, m.page()/3)
	m.goTo(above)
}

// lineOf is the first line of a block with what is looked for in it, or with
// what a frame wrote.
func (m *Model) lineOf(sec *section, block int) int {
	if !m.find.Open && sec.key == m.frameMark.key {
		if spans := m.spansIn(sec, block); len(spans) > 0 {
			return spans[0].line
		}
	}
	for n, line := range sec.lines(block) {
		if spelling.IndexFold(ansi.Strip(line), m.find.Words) >= 0 {
			return n
		}
	}
	return 0
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

// highlight draws a row's text with the hits in it marked.
func (m *Model) highlight(r row) string {
	f := &m.find
	if !f.Open || f.Words == "" {
		return m.drawFrameMark(r)
	}
	style := m.styles.Match
	if h, k, ok := f.here(); ok && r.key == k && m.holds(r, h) {
		style = m.styles.MatchHere
	}
	return page.Mark(r.text, f.Words, style)
}

// holds reports whether a row belongs to the block of a hit.
func (m *Model) holds(r row, h hit) bool {
	at := m.positionOf(anchor{key: r.key})
	sec := m.sectionAt(at)
	if line, ok := h.head(); ok {
		return r.block == 0 && r.line == sec.gap+line
	}
	return sec.body != nil && sec.body.Block(int(h.at))+1 == r.block
}
