package source

import (
	"sort"
	"strings"

	"gatehouse/state/casefold"
)

const reset = "\x1b[m"

// painter draws the cells of a row, in runs of one style.
type painter struct {
	pens     *pens
	spans    []span
	marks    []mark
	words    string // looked for
	hit      int    // offset of the hit gone to; -1 for none
	hits     []int  // offsets of the hits in the row
	brokenAt int
	broken   bool
	selected bool

	out strings.Builder
	run strings.Builder
	pen string
}

// put draws text, which is safe, with a pen.
func (p *painter) put(pen, text string) {
	if text == "" {
		return
	}
	if pen != p.pen {
		p.flush()
		p.pen = pen
	}
	p.run.WriteString(text)
}

func (p *painter) flush() {
	switch {
	case p.run.Len() == 0:
	case p.pen == "":
		p.out.WriteString(p.run.String())
	default:
		p.out.WriteString(p.pen + p.run.String() + reset)
	}
	p.run.Reset()
}

func (p *painter) plain() string {
	if p.selected {
		return p.pens.look[other][atCursor]
	}
	return ""
}

// at returns the pen of the cell at off. What is under the cursor is told by
// its ground; a fault, a hit or the break of the text is seen there too.
func (p *painter) at(off int, c cell) string {
	k := other
	if i := sort.Search(len(p.spans), func(i int) bool { return p.spans[i].to > off }); i < len(p.spans) {
		k = p.spans[i].kind
	}
	if c.odd {
		k = odd
	}
	how := plain
	if p.selected && !c.odd {
		how = atCursor
	}
	for _, m := range p.marks {
		if off >= m.from && off < m.to {
			switch m.severity {
			case Fault:
				how = max(atFault, how%atCursor)
			case Warning:
				how = max(atWarning, how%atCursor)
			default:
				how = max(atHint, how%atCursor)
			}
		}
	}
	for _, at := range p.hits {
		if off >= at && off < at+len(p.words) {
			how = atHit
			if at == p.hit {
				how = atHitHere
			}
		}
	}
	if p.broken && off <= p.brokenAt && p.brokenAt < off+c.size {
		how = atBroken
	}
	return p.pens.look[k][how]
}

// findIn finds the hits that reach into a row.
func (p *painter) findIn(t *pieceTable, r row) {
	if p.words == "" {
		return
	}
	from := max(r.from-len(p.words)+1, t.lineStart(r.from))
	to := min(r.to+len(p.words)-1, t.len())
	if to-from > 4*maxPiece {
		to = min(to, r.from+maxPiece) // a folded string lies between
	}
	s := t.slice(from, to)
	for at := 0; ; {
		n := casefold.Index(s[at:], p.words)
		if n < 0 {
			return
		}
		p.hits = append(p.hits, from+at+n)
		at += n + len(p.words)
	}
}
