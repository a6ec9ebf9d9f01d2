package transcript

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/casefold"
	"gatehouse/views"
	"gatehouse/views/page"
)

// find is a search in what the sections say. It runs over their sources and over
// their heads; what is found is drawn only where it is looked at.
type find struct {
	page.SearchLine
	from place
	search
	decoded
}

// hit is a place in a section's source, in bytes, or a line of its head.
type hit struct {
	key    key
	offset int
	head   bool
}

// maxHits bounds the hits that are counted.
const maxHits = 9999

// openFind begins a search at what is on the screen.
func (m *Model) openFind() {
	m.changed()
	if m.find.Open {
		m.find.Typing = true
		return
	}
	m.find = find{SearchLine: page.SearchLine{Open: true, Typing: true}}
	m.find.forget()
	if len(m.path) > 0 {
		m.find.from = m.placeOf(m.topSpot())
	}
}

func (m *Model) closeFind() { m.find = find{}; m.changed() }

// write takes a key or a paste while the words are being written.
func (m *Model) write(msg tea.Msg) {
	m.changed()
	before := m.find.Words
	switch m.find.Write(m.keys, msg) {
	case page.AskLook:
		m.searchAgain(before)
	case page.AskNext:
		m.toHit(1)
	case page.AskBefore:
		m.toHit(-1)
	case page.AskClose:
		m.closeFind()
	}
}

// toHit goes to the hit after (step 1) or before (-1).
func (m *Model) toHit(step int) {
	f := &m.find
	if len(f.hits) == 0 {
		return
	}
	f.at = (f.at + step + len(f.hits)) % len(f.hits)
	m.show(f.hits[f.at])
}

// show brings a hit on the screen, unfolding what hides it.
func (m *Model) show(h hit) {
	m.changed()
	at := m.spotOf(place{key: h.key})
	sec := m.sectionAt(at)
	if sec.key != h.key {
		return
	}
	m.selected = h.key
	if h.head {
		at.block, at.line = 0, sec.gap+min(h.offset, len(sec.head)-1)
		above, _ := m.up(at, m.page()/3)
		m.goTo(above)
		return
	}
	if sec.folded {
		m.setFold(sec, false)
		at = m.spotOf(place{key: h.key})
		sec = m.sectionAt(at)
	}
	if sec.body == nil {
		return
	}
	at.block = min(1+sec.body.Block(h.offset), sec.blocks()-1)
	at.line = m.lineOf(sec, at.block)
	above, _ := m.up(at, m.page()/3)
	m.goTo(above)
}

// lineOf is the first line of a block with what is looked for in it, or with
// what a frame wrote.
func (m *Model) lineOf(sec *section, block int) int {
	if !m.find.Open && sec.key == m.wrote.key {
		if spans := m.spansIn(sec, block); len(spans) > 0 {
			return spans[0].line
		}
	}
	for n, line := range sec.lines(block) {
		if casefold.Index(ansi.Strip(line), m.find.Words) >= 0 {
			return n
		}
	}
	return 0
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	count := "no hit"
	switch {
	case f.Words == "":
		count = "type what to find"
	case len(f.hits) > 0:
		plus := ""
		if f.full {
			plus = "+"
		}
		count = fmt.Sprintf("%s of %s%s", views.Thousands(f.at+1), views.Thousands(len(f.hits)), plus)
	}
	name := m.keys.Name
	keys := name(views.ActListChoose) + " keep"
	if !f.Typing {
		keys = name(views.ActNextHit) + " next   " + name(views.ActPreviousHit) + " before"
	}
	keys += "   " + name(views.ActStop) + " close"
	return f.Draw(m.styles, count+"   "+keys)
}
