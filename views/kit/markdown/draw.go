package markdown

import (
	"strings"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// pens are the styles of what is drawn around the words.
type pens struct {
	rule, marker, escape, label, cite text.Pen
}

func newPens(s *themes.Styles) pens {
	return pens{
		cite: text.PenOf(s.Accent),
		rule: text.PenOf(s.Rule), marker: text.PenOf(s.Accent), escape: text.PenOf(s.Escape), label: text.PenOf(s.Dim),
	}
}

// codeBar is before each line of code.
const codeBar = "▏ "

// draw renders a block without the empty line before it.
func (m *Text) draw(b block, i int) []string {
	first, rest := m.prefix(b.box, int(b.fresh)), m.prefix(b.box, 0)
	l := text.Layout{Width: m.Width, First: first, Rest: rest, Escape: m.look.pens.escape}
	switch b.kind {
	case heading:
		return text.Wrap(m.inline(b, i, int(b.level)), l)
	case codeLabel:
		bar := m.look.pens.rule.Draw(codeBar)
		l.First, l.Rest = l.First+bar, l.Rest+bar
		return text.Wrap(m.look.pens.label.Draw(text.Marked(oneLine(m.Part(b.start, b.end)))), l)
	case codeLine:
		return m.drawCode(b, i, l)
	case tableHead, tableRow:
		return m.drawRow(b, i, l)
	case thematic:
		length := max(min(m.Width, 40)-text.Width(first), 1)
		return text.Wrap(m.look.pens.rule.Draw(strings.Repeat("─", length)), l)
	}
	return text.Wrap(m.inline(b, i, 0), l)
}

// gap returns the empty line before a block; within a quote it has its bar.
func (m *Text) gap(b block, i int) string {
	if i == 0 {
		return ""
	}
	above := m.cut.blocks[i-1].box
	box := b.box
	for box > 0 && !m.within(above, box) {
		box = m.cut.boxes[box].parent
	}
	line := m.prefix(box, 0)
	if text.Width(line) > m.Width {
		return ""
	}
	return strings.TrimRight(line, " ")
}

// within reports whether box a is b or inside b.
func (m *Text) within(a, b int32) bool {
	for ; a > b; a = m.cut.boxes[a].parent {
	}
	return a == b
}

// prefix draws what is before a line of a box: bars of quotes, and the markers of as many list items, from
// the innermost out, as begin with the line; the indents of the others.
func (m *Text) prefix(id int32, fresh int) string {
	line := ""
	for n := 0; id > 0 && n < maxDepth; n++ {
		box := m.cut.boxes[id]
		switch {
		case box.quote:
			line = m.look.pens.rule.Draw(text.QuoteBar) + line
		case n < fresh:
			line = m.look.pens.marker.Draw(box.marker) + " " + line
		default:
			line = strings.Repeat(" ", text.Width(box.marker)+1) + line
		}
		id = box.parent
	}
	return line
}

// inline draws the words of a heading of a level, or of a paragraph for level 0, with the marks in them.
func (m *Text) inline(b block, i, level int) string {
	words, at := m.words(b)
	var marks []Mark
	for _, mark := range m.Marks(i) {
		marks = append(marks, Mark{at(mark.At), mark.Number})
	}
	return m.look.inline.render(words, level, marks)
}

// words returns a block's source without the marks of the quotes that its
// further lines repeat, and where an offset of the source then is.
func (m *Text) words(b block) (words string, at func(offset int) int) {
	src := m.Part(b.start, b.end)
	quotes := 0
	for id := b.box; id > 0; id = m.cut.boxes[id].parent {
		if m.cut.boxes[id].quote {
			quotes++
		}
	}
	if quotes == 0 || strings.IndexByte(src, '\n') < 0 {
		return src, func(offset int) int { return min(max(offset-b.start, 0), len(src)) }
	}
	var out strings.Builder
	var lines [][2]int // where each begins in the source, without marks, and in the words
	start := b.start
	for n, line := range strings.Split(src, "\n") {
		s := lineScan{src: line, end: len(line)}
		if n > 0 {
			out.WriteByte('\n')
			for q := 0; q < quotes; {
				if s.quoteMark() {
					q++
				} else if s.skip(1) == 0 {
					break
				}
			}
		}
		rest := s.rest()
		lines = append(lines, [2]int{start + len(line) - len(rest), out.Len()})
		out.WriteString(rest)
		start += len(line) + 1
	}
	return out.String(), func(offset int) int {
		place := 0
		for _, line := range lines {
			if offset >= line[0] {
				place = line[1] + offset - line[0]
			}
		}
		return min(place, out.Len())
	}
}

// drawRow draws a row of a table, its cells wrapped where they must.
func (m *Text) drawRow(b block, row int, l text.Layout) []string {
	t := &m.cut.tables[b.group]
	widths := t.fit(m.Width - text.Width(l.First))
	cells := splitRow(m.Part(b.start, b.end))
	columns := make([][]string, len(widths))
	height := 1
	for i := range widths {
		cell := ""
		if i < len(cells) {
			cell = cells[i]
		}
		level := 0
		if b.kind == tableHead {
			level = 3
		}
		columns[i] = text.Wrap(m.look.inline.render(cell, level, nil), text.Layout{Width: widths[i], Escape: l.Escape})
		height = max(height, len(columns[i]))
	}
	lines := make([]string, 0, height+1)
	bar := m.look.pens.rule.Draw(" │ ")
	for n := range height {
		parts := make([]string, len(widths))
		for i, w := range widths {
			cell := ""
			if n < len(columns[i]) {
				cell = columns[i][n]
			}
			parts[i] = pad(cell, w, t.align[i])
		}
		drawn := l.First + strings.TrimRight(strings.Join(parts, bar), " ")
		if n == height-1 { // after the row: a column is as wide as its words
			if marks := m.drawMarks(m.Marks(row)); marks != "" {
				drawn += " " + marks
			}
		}
		lines = append(lines, text.Truncate(drawn, m.Width, ""))
		l.First = l.Rest
	}
	if b.kind == tableHead {
		parts := make([]string, len(widths))
		for i, w := range widths {
			parts[i] = strings.Repeat("─", w)
		}
		if t.bare { // no row has arrived yet
			lines = lines[:0]
		}
		lines = append(lines, text.Truncate(l.Rest+m.look.pens.rule.Draw(strings.Join(parts, "─┼─")), m.Width, ""))
	}
	return lines
}

func pad(cell string, width int, side align) string {
	blanks := max(width-text.Width(cell), 0)
	switch side {
	case alignRight:
		return strings.Repeat(" ", blanks) + cell
	case alignCenter:
		return strings.Repeat(" ", blanks/2) + cell + strings.Repeat(" ", blanks-blanks/2)
	}
	return cell + strings.Repeat(" ", blanks)
}
