package source

import (
	"sort"

	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

// painter draws the cells of a row, in runs of one style.
type painter struct {
	pens     *pens
	spans    []edit.Span
	marks    []mark
	words    string // looked for
	hit      int    // offset of the hit gone to; -1 for none
	hits     []int  // offsets of the hits in the row
	brokenAt int
	broken   bool
	selected bool

	run text.Run
}

func (p *painter) plain() text.Pen {
	if p.selected {
		return p.pens.look[other][atCursor]
	}
	return ""
}

// at returns the pen of the cell at off. What is under the cursor is shown by
// its ground; a fault, a hit or the break of the text is seen there too.
func (p *painter) at(off int, c edit.Cell) text.Pen {
	k := other
	if i := sort.Search(len(p.spans), func(i int) bool { return p.spans[i].To > off }); i < len(p.spans) {
		k = kind(p.spans[i].Kind)
	}
	if c.Odd {
		k = odd
	}
	how := plain
	if p.selected && !c.Odd {
		how = atCursor
	}
	for _, m := range p.marks {
		if off >= m.from && off < m.to {
			at := atHint
			switch m.level {
			case report.Failed:
				at = atFault
			case report.Warning:
				at = atWarning
			}
			how = max(at, how%atCursor)
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
	if p.broken && off <= p.brokenAt && p.brokenAt < off+c.Size {
		how = atBroken
	}
	return p.pens.look[k][how]
}

// findIn finds the hits that reach into a row.
func (p *painter) findIn(t *edit.Buffer, r edit.Row) {
	if p.words == "" {
		return
	}
	from := max(r.From-len(p.words)+1, t.LineStart(r.From))
	to := min(r.To+len(p.words)-1, t.Len())
	if to-from > 4*maxPiece {
		to = min(to, r.From+maxPiece) // a folded string is between
	}
	s := t.Slice(from, to)
	for at := 0; ; {
		n := spelling.IndexFold(s[at:], p.words)
		if n < 0 {
			return
		}
		p.hits = append(p.hits, from+at+n)
		at += n + len(p.words)
	}
}
