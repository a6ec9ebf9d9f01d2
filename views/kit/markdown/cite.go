package markdown

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"

	"gatehouse/views/kit/text"
)

// Mark is a place in a text at which a source is cited.
type Mark struct {
	At     int // byte of the source after which it is drawn
	Number int // from 1
}

// Cite sets the marks in the text, in their order.
func (m *Text) Cite(marks []Mark) {
	if slices.Equal(marks, m.marks) {
		return
	}
	m.marks = slices.Clone(marks)
	m.Forget(len(m.cut.blocks))
}

// Marks returns the marks that are drawn in block i.
func (m *Text) Marks(i int) []Mark {
	if len(m.marks) == 0 {
		return nil
	}
	blocks := m.cut.blocks
	from := 0
	if i > 0 { // one between two blocks is drawn at the end of the first
		from = sort.Search(len(m.marks), func(n int) bool { return m.marks[n].At > blocks[i].start })
	}
	to := len(m.marks)
	if i+1 < len(blocks) {
		to = sort.Search(len(m.marks), func(n int) bool { return m.marks[n].At > blocks[i+1].start })
	}
	return m.marks[from:max(from, to)]
}

// cites are the marks of a block as they are drawn, each at a place in the block's words.
func (m *Text) cites(i int, at func(offset int) int) []cite {
	var all []cite
	for _, mark := range m.Marks(i) {
		all = append(all, cite{at(mark.At), text.CiteOn + MarkText(mark.Number) + text.CiteOff})
	}
	return all
}

// marksBehind draws the marks of a block after its words.
func (m *Text) marksBehind(i int) string {
	var b strings.Builder
	for _, mark := range m.Marks(i) {
		b.WriteString(m.look.pens.cite.Draw(MarkText(mark.Number)))
	}
	if b.Len() > 0 {
		return " " + b.String()
	}
	return ""
}

// cite is a mark in the words of a block.
type cite struct {
	at   int
	text string
}

// MarkText is what is drawn of a mark.
func MarkText(number int) string { return fmt.Sprintf("[%d]", number) }

func citeText(all []cite) string {
	var b strings.Builder
	for _, c := range all {
		b.WriteString(c.text)
	}
	return b.String()
}

// take appends the marks up to a place in the source to a tree.
func (t *translator) take(to ast.Node, at int) {
	for len(t.cites) > 0 && t.cites[0].at <= at {
		t.write(to, t.cites[0].text)
		t.cites = t.cites[1:]
	}
}

// segment appends a text of the source, with the marks that are within it.
func (t *translator) segment(to ast.Node, n *ast.Text) {
	at, stop := n.Segment.Start, n.Segment.Stop
	t.take(to, at)
	for len(t.cites) > 0 && t.cites[0].at < stop {
		cut := t.cites[0].at
		t.text(to, literal(t.source[at:cut], n.IsRaw()))
		t.take(to, cut)
		at = cut
	}
	t.text(to, literal(t.source[at:stop], n.IsRaw()))
	t.take(to, stop)
}
