package transcript

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/casefold"
	"gatehouse/views"
	"gatehouse/views/body"
)

// find is a search in what the sections say. It runs over their sources and over
// their heads; what is found is drawn only where it is looked at.
type find struct {
	open   bool
	typing bool // its words are being written
	words  string
	from   place
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

func (f *find) cursor() int { return ansi.StringWidth(" /" + body.SanitizeLine(f.words)) }

// openFind begins a search at what is on the screen.
func (m *Model) openFind() {
	m.changed()
	if m.find.open {
		m.find.typing = true
		return
	}
	m.find = find{open: true, typing: true}
	m.find.forget()
	if len(m.path) > 0 {
		m.find.from = m.placeOf(m.topSpot())
	}
}

func (m *Model) closeFind() { m.find = find{}; m.changed() }

// findKey handles a key while the find line's words are being written: it
// edits as the composer does, and keeps and walks as a list does.
func (m *Model) findKey(msg tea.KeyPressMsg) {
	m.changed()
	f := &m.find
	before := f.words
	switch m.keys.Asked(msg, views.Overlay) {
	case views.ActListChoose:
		f.typing = false
		return
	case views.ActListDown:
		m.toHit(1)
		return
	case views.ActListUp:
		m.toHit(-1)
		return
	}
	words, did := m.keys.EditLine(msg, f.words)
	switch f.words = words; did {
	case views.LineKept:
		return
	case views.LineLeft:
		m.closeFind()
		return
	}
	m.searchAgain(before)
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
	if !m.find.open && sec.key == m.wrote.key {
		if spans := m.spansIn(sec, block); len(spans) > 0 {
			return spans[0].line
		}
	}
	for n, line := range sec.lines(block) {
		if casefold.Index(ansi.Strip(line), m.find.words) >= 0 {
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
	case f.words == "":
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
	if !f.typing {
		keys = name(views.ActFindNext) + " next   " + name(views.ActFindBefore) + " before"
	}
	keys += "   " + name(views.ActStop) + " close"
	line := m.styles.Accent.Render(" /") + m.styles.Text.Render(body.SanitizeLine(f.words))
	return line + "   " + m.styles.Dim.Render(count+"   "+keys)
}
