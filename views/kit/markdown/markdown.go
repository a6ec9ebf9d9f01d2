// Package markdown draws markdown, and colours code. A text is cut into blocks as it
// grows, and only the blocks that are asked for are rendered, so that a long answer costs
// what is seen of it. It knows nothing of scrolling, which is page's.
package markdown

import (
	"slices"
	"sort"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Text is a growing text of markdown. It costs what is new and what is
// seen: blocks are cut once, and rendered when their lines are asked for.
//
// Two things it does not do: link reference definitions are shown as text, and
// what spans two pieces of a paragraph longer than 2 KiB loses its markup at
// the cut.
type Text struct {
	styles *themes.Styles
	lexers *Lexers
	look   look

	text.Growing
	cut   *cutter
	marks []Mark // of citations, in their order

	text.Drawn[drawn]
	coloured map[int32]coloured // code segments, by their numbers
}

// look is what is drawn with, for one version of the styles.
type look struct {
	version int
	lexers  int // their version
	inline  *inliner
	pens    pens
	syntax  *Syntax
}

// drawn is what a drawn block depends on.
type drawn struct {
	block   block
	version int // of what the block shares with others: its table, its code
	marks   string
}

var _ text.Long = (*Text)(nil)

// New makes an empty text, whose code is coloured by lexers.
func New(styles *themes.Styles, lexers *Lexers) *Text {
	m := &Text{styles: styles, lexers: lexers, Drawn: text.Drawn[drawn]{Width: 80}}
	m.Growing, m.cut = text.NewGrowing(m), newCutter(m.Part)
	return m
}

func (m *Text) Reset() {
	m.cut = newCutter(m.Part)
	m.Forget(0)
	m.coloured = nil
}

func (m *Text) AddLine(line string, start int, end text.LineEnd) {
	m.cut.line(line, start, end != text.Continued)
}

func (m *Text) ForgetDrawn() {
	m.Forget(len(m.cut.blocks))
	m.coloured = nil
}

// prefix is what further lines may change of a slice that they append to: its last element. It does not
// hold the slice, which would retain an outgrown array.
type prefix[E any] struct {
	length int
	last   E
}

func prefixOf[E any](s []E) (p prefix[E]) {
	if p.length = len(s); p.length > 0 {
		p.last = s[p.length-1]
	}
	return p
}

// restore returns the prefix of a slice that is no shorter.
func (p prefix[E]) restore(s []E) []E {
	if s = s[:p.length]; p.length > 0 {
		s[p.length-1] = p.last
	}
	return s
}

func (m *Text) Checkpoint() (restore func()) {
	was := *m.cut
	blocks, boxes, codes, tables := prefixOf(was.blocks), prefixOf(was.boxes), prefixOf(was.codes), prefixOf(was.tables)
	widths, open := slices.Clone(tables.last.widths), slices.Clone(was.open)
	was.blocks, was.boxes, was.codes, was.tables, was.open = nil, nil, nil, nil, nil
	return func() {
		grown := *m.cut
		*m.cut = was
		tables.last.widths = slices.Clone(widths)
		m.cut.blocks, m.cut.boxes = blocks.restore(grown.blocks), boxes.restore(grown.boxes)
		m.cut.codes, m.cut.tables = codes.restore(grown.codes), tables.restore(grown.tables)
		m.cut.open = slices.Clone(open)
	}
}

// Len returns the number of blocks.
func (m *Text) Len() int { return len(m.cut.blocks) }

// Block returns the block that holds a byte of the source.
func (m *Text) Block(offset int) int {
	blocks := m.cut.blocks
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].start > offset })
	return max(i-1, 0)
}

// Offset returns where block i begins in the source.
func (m *Text) Offset(i int) int { return m.cut.blocks[i].start }

// Height returns the lines of block i: as drawn, else an estimate.
func (m *Text) Height(i int) int {
	b := &m.cut.blocks[i]
	if n, ok := m.Known(i); ok && i < len(m.cut.blocks)-1 {
		return n
	}
	lines := 1
	if b.kind == paragraph || b.kind == heading {
		lines = max((b.end-b.start)/m.Width, 0) + 1
	}
	if b.kind == tableHead {
		lines = 2
	}
	if b.gap {
		lines++
	}
	return lines
}

// Lines returns block i drawn, with the empty line before it.
func (m *Text) Lines(i int) []string {
	m.refresh()
	b := m.cut.blocks[i]
	version := 0
	switch b.kind {
	case tableHead, tableRow:
		version = m.cut.tables[b.group].version()
	case codeLine:
		version = m.codeVersion(b.group)
	}
	return m.Get(i, drawn{b, version, m.marksKey(i)}, func() []string {
		lines := m.draw(b, i)
		if b.gap {
			lines = append([]string{m.gap(b, i)}, lines...)
		}
		return lines
	})
}

// refresh takes up the styles in force and the lexers that have been loaded.
func (m *Text) refresh() {
	loaded := m.lexers.Version()
	if m.look.inline != nil && m.look.version == m.styles.Version && m.look.lexers == loaded {
		return
	}
	m.look = look{
		version: m.styles.Version,
		lexers:  loaded,
		inline:  newInliner(m.styles),
		pens:    newPens(m.styles),
		syntax:  NewSyntax(m.styles, m.lexers),
	}
	m.coloured = nil
	m.Forget(len(m.cut.blocks))
}
