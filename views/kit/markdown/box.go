package markdown

import (
	"strconv"
	"strings"
)

// box is a container: a quote or a list item.
type box struct {
	parent int32
	depth  uint8
	quote  bool
	marker string // of a list item, as it is drawn
	indent int    // of a list item: columns that its content is indented by
}

// match walks the line through the open containers and returns how many of
// them it continues.
func (c *cutter) match(s *lineScan) int {
	for i, id := range c.open {
		b := c.boxes[id]
		at := *s
		switch {
		case b.quote && at.quoteMark():
			*s = at
		case !b.quote && s.blank():
		case !b.quote && at.indent(b.indent):
			*s = at
		default:
			return i
		}
	}
	return len(c.open)
}

// blankLine ends what an empty line ends.
func (c *cutter) blankLine(matched int) {
	for i := matched; i < len(c.open); i++ {
		if c.boxes[c.open[i]].quote {
			c.close(i)
			break
		}
	}
	if c.leaf != inIndented {
		c.endLeaf()
	}
	if n := len(c.blocks) - 1; n >= 0 && c.leaf == noLeaf && !c.blank && c.blocks[n].start == c.blocks[n].end && c.blocks[n].fresh > 0 &&
		len(c.open) > 0 && c.blocks[n].box == c.inner() {
		c.close(len(c.open) - 1) // an item that begins with two empty lines is empty
	}
	c.blank = true
}

// close closes the containers from index n on.
func (c *cutter) close(n int) {
	if n < len(c.open) {
		c.endLeaf()
		c.open = c.open[:n]
	}
}

// start opens new containers and then the leaf that the line begins.
func (c *cutter) start(s *lineScan, matched int) {
	fresh := false
	for depth := matched; depth < maxDepth; depth++ {
		at := *s
		if at.quoteMark() {
			c.close(matched)
			c.push(box{quote: true})
			*s, fresh, matched = at, true, len(c.open)
			continue
		}
		at = *s
		if marker, indent, ok := at.listMark(c.leaf == inParagraph && depth == len(c.open)); ok {
			c.close(matched)
			c.push(box{marker: marker, indent: indent})
		} else {
			break
		}
		*s, fresh, matched = at, true, len(c.open)
	}
	if !fresh && matched < len(c.open) && c.leaf == inParagraph && !s.startsLeaf() {
		c.addText(s.pos, s.end, false) // a lazy continuation line
		return
	}
	c.close(matched)
	if fresh && s.blank() {
		c.addText(s.end, s.end, true) // an item without content, so far
		c.leaf = noLeaf
		return
	}
	c.startLeaf(s)
}

// push opens a container within those that are open.
func (c *cutter) push(b box) {
	c.endLeaf()
	b.parent = c.inner()
	b.marker = c.numbered(b)
	b.depth = c.boxes[b.parent].depth + 1
	c.boxes = append(c.boxes, b)
	c.open = append(c.open, int32(len(c.boxes)-1))
}

// numbered returns an item's marker. In an ordered list only the first number
// counts, the others continue from it (CommonMark 5.3).
func (c *cutter) numbered(b box) string {
	n := len(b.marker) - 1
	if n < 1 || len(c.blocks) == 0 || b.marker[0] < '0' || b.marker[0] > '9' {
		return b.marker
	}
	for id := c.blocks[len(c.blocks)-1].box; id > 0; id = c.boxes[id].parent {
		above := c.boxes[id].marker
		if c.boxes[id].parent != b.parent {
			continue
		}
		if number, err := strconv.Atoi(strings.TrimRight(above, ".)")); err == nil && above[len(above)-1] == b.marker[n] {
			return strconv.Itoa(number+1) + b.marker[n:]
		}
		break
	}
	return b.marker
}

func (c *cutter) inner() int32 {
	if len(c.open) == 0 {
		return 0
	}
	return c.open[len(c.open)-1]
}

// shown reports whether a box has shown its marker: the last block is in
// it or deeper within it.
func (c *cutter) shown(id int32) bool {
	if len(c.blocks) == 0 {
		return false
	}
	for at := c.blocks[len(c.blocks)-1].box; at >= id; at = c.boxes[at].parent {
		if at == id {
			return true
		}
	}
	return false
}
