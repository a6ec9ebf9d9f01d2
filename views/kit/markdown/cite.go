package markdown

import (
	"fmt"
	"sort"
	"strings"
)

// Mark is a place in a text at which a source is cited.
type Mark struct {
	At     int // byte of the source after which it is drawn
	Number int // from 1
}

// Cite sets the marks in the text, in their order. The caller must not change marks afterwards.
func (m *Text) Cite(marks []Mark) { m.marks = marks }

// Marks returns the marks that are drawn in block i.
func (m *Text) Marks(i int) []Mark {
	if len(m.marks) == 0 {
		return nil
	}
	blocks := m.cut.blocks
	after := func(block int) int { // the first mark after a block's beginning
		return sort.Search(len(m.marks), func(n int) bool { return m.marks[n].At > blocks[block].start })
	}
	from, to := 0, len(m.marks)
	if i > 0 { // one between two blocks is drawn at the end of the first
		from = after(i)
	}
	if i+1 < len(blocks) {
		to = after(i + 1)
	}
	return m.marks[from:max(from, to)]
}

// marksKey identifies the marks of block i.
func (m *Text) marksKey(i int) string {
	if marks := m.Marks(i); len(marks) > 0 {
		return fmt.Sprint(marks)
	}
	return ""
}

// MarkText returns what is drawn of a mark.
func MarkText(number int) string { return fmt.Sprintf("[%d]", number) }

// drawMarks draws marks one after another.
func (m *Text) drawMarks(marks []Mark) string {
	var b strings.Builder
	for _, mark := range marks {
		b.WriteString(m.look.pens.cite.Draw(MarkText(mark.Number)))
	}
	return b.String()
}
