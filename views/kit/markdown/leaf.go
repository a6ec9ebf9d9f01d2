package markdown

import "strings"

// fenced takes a line within a fence: its end, or a line of code.
func (c *cutter) fenced(s *lineScan) {
	at := *s
	if at.skip(4) < 4 {
		if f, info, ok := at.fenceMark(); ok && info == "" && f.char == c.fence.char && f.length >= c.fence.length {
			c.endLeaf()
			return
		}
	}
	s.skip(c.fence.indent)
	c.addCode(s.pos, s.end)
}

// openFence opens a fenced code block. Its first line is drawn when it names a
// language.
func (c *cutter) openFence(s *lineScan) bool {
	at := *s
	indent := at.skip(4)
	f, info, ok := at.fenceMark()
	if !ok {
		return false
	}
	c.endLeaf()
	f.indent = indent
	language, _, _ := strings.Cut(info, " ")
	c.openCode(language)
	if language != "" {
		from := at.pos + strings.Index(at.rest(), info)
		c.add(block{start: from, end: from + len(language), kind: codeLabel, group: int32(len(c.codes) - 1)})
		c.codes[len(c.codes)-1].from++
		c.codes[len(c.codes)-1].to++
	}
	c.leaf, c.fence = inFence, f
	return true
}

func (c *cutter) openCode(language string) {
	n := len(c.blocks)
	c.codes = append(c.codes, code{language: strings.Clone(language), from: n, to: n})
}

// addCode adds a line of code, or a piece of one, to the open segment.
func (c *cutter) addCode(start, end int) {
	last := &c.codes[len(c.codes)-1]
	if last.to-last.from >= segmentLines {
		last.closed = true
		c.openCode(last.language)
		last = &c.codes[len(c.codes)-1]
		last.later = true
	}
	c.add(block{start: start, end: end, kind: codeLine, group: int32(len(c.codes) - 1)})
	last.to = len(c.blocks)
}

func (c *cutter) indented(s *lineScan) {
	s.indent(4)
	if c.leaf != inIndented {
		c.endLeaf()
		c.openCode("")
	}
	c.addCode(s.pos, s.end)
	c.leaf = inIndented
}

// setext makes the open paragraph a heading when the line underlines it.
func (c *cutter) setext(s *lineScan) bool {
	at := *s
	if at.skip(4) > 3 {
		return false
	}
	text := strings.TrimRight(at.rest(), " \t\r")
	if text == "" || strings.Trim(text, "=") != "" && strings.Trim(text, "-") != "" {
		return false
	}
	b := &c.blocks[len(c.blocks)-1]
	b.kind, b.level = heading, 2
	if text[0] == '=' {
		b.level = 1
	}
	if len(c.blocks) > 1 && b.fresh == 0 {
		b.gap = true
	}
	c.endLeaf()
	return true
}

func (c *cutter) atx(s *lineScan) bool {
	at := *s
	at.skip(4)
	level, from, ok := at.atxMark()
	if !ok {
		return false
	}
	c.endLeaf()
	text := strings.TrimRight(s.src[from-s.base:s.end-s.base], " \t\r")
	if bare := strings.TrimRight(text, "#"); bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") {
		text = strings.TrimRight(bare, " \t")
	}
	end := from + len(text)
	from += len(text) - len(strings.TrimLeft(text, " \t"))
	c.add(block{start: from, end: end, kind: heading, level: uint8(level)})
	return true
}

// delimiter makes the last line of the open paragraph a table's head, if the
// line is a delimiter row with as many cells (GFM, tables).
func (c *cutter) delimiter(s *lineScan) bool {
	above := &c.blocks[len(c.blocks)-1]
	if above.kind != paragraph || c.last < above.start {
		return false
	}
	aligns, ok := parseDelimiterRow(s.rest())
	if !ok {
		return false
	}
	row := c.read(c.last, above.end)
	cells := splitRow(row)
	if len(cells) != len(aligns) {
		return false
	}
	t := table{align: aligns, widths: make([]int, len(aligns)), bare: strings.Join(cells, "") == ""}
	t.measure(row)
	c.tables = append(c.tables, t)
	head := *above
	head.start, head.kind, head.group = c.last, tableHead, int32(len(c.tables)-1)
	if c.last > above.start { // words are above the table without an empty line
		above.end = c.above
		head.fresh, head.gap = 0, true
		c.blocks = append(c.blocks, head)
	} else {
		head.gap = head.gap || len(c.blocks) > 1 && head.fresh == 0
		*above = head
	}
	c.endLeaf()
	c.leaf = inTable
	return true
}

func (c *cutter) tableRow(s *lineScan) {
	t, last := &c.tables[len(c.tables)-1], &c.blocks[len(c.blocks)-1]
	if t.bare && last.kind == tableHead {
		last.start, last.end, last.kind = s.pos, s.end, tableRow
	} else {
		c.add(block{start: s.pos, end: s.end, kind: tableRow, group: int32(len(c.tables) - 1)})
	}
	t.measure(s.rest())
}
