package transcript

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/markdown"
)

// citationCursor is the citation that was gone to: its mark in the text, or its source.
type citationCursor struct {
	key      key // of the section of the text
	number   int // from 1; 0 for none
	atSource bool
}

// sourceKey is the key of the section of a text's sources.
func (k key) sourceKey() key {
	k.piece += citationPiece
	return k
}

// markIn returns the number of the mark that is drawn as the one that was gone to; 0
// where it is of another section.
func (c *citationCursor) markIn(k key) int {
	if c.key != k || c.atSource {
		return 0
	}
	return c.number
}

// hasCitation reports whether a citation was gone to, and nothing else since.
func (m *Model) hasCitation() bool {
	c := &m.citation
	return c.number > 0 && (!c.atSource && m.selected == c.key || c.atSource && m.selected == c.key.sourceKey())
}

// nextCitation goes to the mark behind the one that was gone to, else to the first of
// the selected text, else to the first below the top of the screen, else to the first.
func (m *Model) nextCitation() views.Intent {
	from, after := m.selected, 0
	switch {
	case m.hasCitation():
		from, after = m.citation.key, m.place(m.citation)
	case from.turn == 0 || m.turns[from.turn] == nil:
		from = m.sectionAt(m.topPosition()).key
	case from.part == partItem && from.piece >= citationPiece && from.piece < waitPiece:
		from.piece -= citationPiece
	}
	var first *citationCursor
	for _, tv := range m.path {
		for _, it := range tv.turn.Items() {
			if it.Type != "message" || m.raw[tv.id] {
				continue
			}
			for n, p := range it.Parts() {
				if len(p.Annotations) == 0 {
					continue
				}
				k := key{turn: tv.id, part: partItem, item: it.Serial, piece: n}
				order := m.compare(k, from)
				if order < 0 && first != nil {
					continue
				}
				numbers := numbersOf(p, it.Done)
				if len(numbers) > 0 && first == nil {
					first = &citationCursor{key: k, number: numbers[0]}
				}
				at := 0
				if order == 0 {
					at = after
				}
				if order >= 0 && at < len(numbers) {
					return m.goToCitation(citationCursor{key: k, number: numbers[at]})
				}
			}
		}
	}
	if first == nil {
		return views.Notify{Text: "no citations in this conversation"}
	}
	return m.goToCitation(*first)
}

// numbersOf are the numbers of the marks in a part, in the order of the text; of a part
// whose citations say nothing about places, all of them.
func numbersOf(p *state.Part, done bool) []int {
	var c marks
	c.take(p, done)
	var numbers []int
	for _, mark := range c.marks {
		numbers = append(numbers, mark.Number)
	}
	return numbers
}

// place is how many marks of its text stand up to a citation's.
func (m *Model) place(c citationCursor) int {
	if sec := m.textOf(c.key); sec != nil {
		return 1 + slices.IndexFunc(sec.cited.marks, func(mark markdown.Mark) bool { return mark.Number == c.number })
	}
	return 0
}

// textOf returns the section of a key where it shows a text; nil for none.
func (m *Model) textOf(k key) *section {
	sec := m.sectionAt(m.positionOf(anchor{key: k}))
	if _, ok := sec.body.(*markdown.Text); !ok || sec.key != k {
		return nil
	}
	return sec
}

// toggleSource goes from a mark to its source, or from a source to its mark.
func (m *Model) toggleSource() views.Intent {
	if m.hasCitation() {
		c := m.citation
		c.atSource = !c.atSource
		return m.goToCitation(c)
	}
	sec, _ := m.selection()
	k := sec.key
	if k.part != partItem || k.piece < 0 || k.piece >= waitPiece {
		return m.nextCitation()
	}
	c := citationCursor{key: k, number: 1, atSource: true}
	if k.piece >= citationPiece {
		c.key.piece, c.atSource = k.piece-citationPiece, false
	}
	if text := m.textOf(c.key); text == nil || text.cited.read == 0 {
		return m.nextCitation()
	} else if len(text.cited.marks) > 0 {
		c.number = text.cited.marks[0].Number
	}
	return m.goToCitation(c)
}

// goToCitation selects a mark or a source, and brings it on the screen.
func (m *Model) goToCitation(c citationCursor) views.Intent {
	text := m.textOf(c.key)
	if text == nil {
		return nil
	}
	n := slices.IndexFunc(text.cited.marks, func(mark markdown.Mark) bool { return mark.Number == c.number })
	if !c.atSource && n < 0 {
		return views.Notify{Text: "this citation gives no position in the text"}
	}
	m.closeFind() // its hits would be marked instead
	m.frameMark, m.citation = frameMark{}, c
	m.remake(text)
	if c.atSource {
		k := c.key.sourceKey()
		m.showCitation(k, c.number-1)
		return nil
	}
	text = m.textOf(c.key)
	md := text.body.(*markdown.Text)
	block := md.Block(text.cited.marks[n].At)
	for block > 0 && !slices.Contains(md.Marks(block), text.cited.marks[n]) {
		block--
	}
	m.showCitation(c.key, block)
	return nil
}

// clearCitation takes away what shows the citation that was gone to.
func (m *Model) clearCitation() {
	c := m.citation
	if m.citation = (citationCursor{}); c.number > 0 {
		if text := m.textOf(c.key); text != nil {
			m.remake(text)
		}
	}
}

// showCitation selects a section and brings the line of the citation in one of its blocks on
// the screen.
func (m *Model) showCitation(k key, block int) {
	m.selected = k
	at := m.positionOf(anchor{key: k})
	sec := m.sectionAt(at)
	if sec.key != k {
		return
	}
	if sec.folded {
		m.setFold(sec, false)
		at = m.positionOf(anchor{key: k})
		sec = m.sectionAt(at)
	}
	at.block, at.line = min(1+block, sec.blocks()-1), 0
	for n, line := range sec.lines(at.block) {
		if strings.Contains(ansi.Strip(line), markdown.MarkText(m.citation.number)) {
			at.line = n
		}
	}
	m.changed()
	m.layout()
	for _, r := range m.rows {
		if r.key == k && r.block == at.block && r.line == at.line {
			return // it is there already
		}
	}
	above := m.up(at, m.page()/3)
	m.goTo(above)
	m.selected = k
}

// sourceHere reports whether a row shows the source that was gone to.
func (m *Model) sourceHere(r row) bool {
	return m.citation.atSource && m.hasCitation() && r.key == m.selected && r.block == m.citation.number
}

// address is that of the source that was gone to.
func (m *Model) address() (url string, ok bool) {
	if !m.citation.atSource || !m.hasCitation() {
		return "", false
	}
	it := m.itemAt(m.citation.key)
	if it == nil {
		return "", false
	}
	parts := it.Parts()
	if n := m.citation.key.piece; n < len(parts) && m.citation.number <= len(parts[n].Annotations) {
		url = firstOf(gjson.ParseBytes(parts[n].Annotations[m.citation.number-1]), "url", "filename", "file_id")
	}
	return url, url != ""
}

// itemAt is the item that a section shows a piece of; nil for none.
func (m *Model) itemAt(k key) *state.Item {
	tv := m.turns[k.turn]
	if tv == nil || k.part != partItem {
		return nil
	}
	if n := placeIn(tv.items, k.item); n >= 0 {
		return tv.items[n]
	}
	return nil
}
