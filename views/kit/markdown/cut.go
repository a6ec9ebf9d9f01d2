package markdown

import "gatehouse/views/kit/text"

// maxDepth is how deep quotes and lists nest; below it they are text.
const maxDepth = 8

// kind is how a block is drawn.
type kind uint8

const (
	paragraph kind = iota
	heading        // level is 1 to 6
	codeLabel      // the opening line of a fence that names its language
	codeLine
	tableHead
	tableRow
	thematic // a rule
)

// block is a piece of the source that is drawn on its own.
type block struct {
	start, end int // bytes in the source
	kind       kind
	level      uint8 // of a heading
	gap        bool  // an empty line is before it
	fresh      uint8 // number of boxes, from the innermost out, that begin with it
	box        int32 // the innermost container, an index into cutter.boxes; 0 is the document
	group      int32 // of code and table blocks: an index into codes or tables
}

// cutter cuts markdown into blocks as it grows. Each line is looked at once, when it is complete;
// the blocks depend on the text alone, never on the pieces in which it was received. Block structure
// follows CommonMark 0.31 and the tables of GFM, except that what is deeper than maxDepth, link
// reference definitions and HTML blocks are text.
type cutter struct {
	read   func(from, to int) string
	blocks []block
	boxes  []box
	codes  []code
	tables []table

	open  []int32 // boxes that are open, outermost first
	leaf  leafKind
	fence fence
	last  int  // where the last line of the open paragraph begins, in bytes
	above int  // where the line before that ends, of a paragraph with several
	blank bool // an empty line followed the last block
	cont  bool // the next bytes belong to a line whose start has been cut
}

// leafKind is what the next line may continue.
type leafKind uint8

const (
	noLeaf leafKind = iota
	inParagraph
	inFence
	inIndented
	inTable
)

// fence is the opening of a fenced code block.
type fence struct {
	char   byte
	length int
	indent int
}

// code is one segment of a code block, the unit of highlighting.
type code struct {
	language string
	from, to int  // blocks
	later    bool // it continues where another segment stopped
	closed   bool // no line will be added
}

// segmentLines is the size of a code segment. Highlighting starts afresh with
// each, so that a long file costs what is seen of it; a comment or string that
// crosses the border is the price.
const segmentLines = 32

// newCutter returns a cutter of a text; read returns its bytes [from, to).
func newCutter(read func(from, to int) string) *cutter {
	return &cutter{read: read, boxes: []box{{}}}
}

// line takes a line that begins at start, without its line feed. If complete is false, it is the
// first piece of a long line.
func (c *cutter) line(line string, start int, complete bool) {
	continues := c.cont
	c.cont = !complete
	switch inCode := c.leaf == inFence || c.leaf == inIndented; {
	case continues && inCode:
		c.addCode(start, start+len(line))
		return
	case continues:
		c.addText(start, start+len(line), false)
		return
	}
	s := lineScan{src: line, base: start, pos: start, end: start + len(line)}
	matched := c.match(&s)
	if c.leaf == inFence && matched == len(c.open) {
		c.fenced(&s)
		return
	}
	if s.blank() {
		c.blankLine(matched)
		return
	}
	c.start(&s, matched)
}

// endLeaf ends the open leaf block.
func (c *cutter) endLeaf() {
	if (c.leaf == inFence || c.leaf == inIndented) && len(c.codes) > 0 {
		c.codes[len(c.codes)-1].closed = true
	}
	c.leaf = noLeaf
}

// startLeaf adds the rest of a line to the open leaf, or opens one.
func (c *cutter) startLeaf(s *lineScan) {
	columns := s.spaces()
	if columns >= 4 && c.leaf != inParagraph {
		c.indented(s)
		return
	}
	if c.leaf == inIndented {
		c.endLeaf()
	}
	switch {
	case c.leaf == inParagraph && c.setext(s):
	case c.leaf == inParagraph && c.delimiter(s):
	case columns < 4 && c.openFence(s):
	case columns < 4 && c.atx(s):
	case columns < 4 && s.rule():
		c.endLeaf()
		c.add(block{start: s.pos, end: s.end, kind: thematic})
	case c.leaf == inTable:
		c.tableRow(s)
	default:
		c.addText(s.pos, s.end, c.leaf != inParagraph)
	}
}

// add appends a block within the open containers.
func (c *cutter) add(b block) {
	b.box = c.inner()
	for id := b.box; id > 0 && !c.shown(id); id = c.boxes[id].parent {
		b.fresh++
	}
	b.gap = c.gapBefore(b)
	c.blank = false
	c.blocks = append(c.blocks, b)
}

// gapBefore reports whether an empty line is drawn before b: between blocks as
// the source has it, around headings, code and tables always.
func (c *cutter) gapBefore(b block) bool {
	if len(c.blocks) == 0 {
		return false
	}
	last := c.blocks[len(c.blocks)-1]
	switch {
	case b.kind == codeLine && last.kind == codeLine:
		return c.blank || b.group != last.group && !c.codes[b.group].later
	case b.kind == codeLine && last.kind == codeLabel, b.kind == tableRow:
		return false
	case last.kind != paragraph:
		return true
	case b.fresh > 0:
		return c.blank
	}
	return c.blank || b.kind != paragraph
}

// addText adds text to the open paragraph or begins one. A paragraph that is
// longer than a piece continues as another block.
func (c *cutter) addText(start, end int, fresh bool) {
	if n := len(c.blocks) - 1; !fresh && n >= 0 && c.leaf == inParagraph && end-c.blocks[n].start <= text.PieceSize {
		c.above, c.last = c.blocks[n].end, start
		c.blocks[n].end = end
		return
	}
	going := c.leaf == inParagraph && !fresh
	c.add(block{start: start, end: end, kind: paragraph})
	if going {
		c.blocks[len(c.blocks)-1].gap = false
	}
	c.leaf, c.last = inParagraph, start
}
