package ranking

import "strconv"

// Sizes of the comparison, in cells and rows.
const (
	headRows  = 2  // of the columns' heads
	leastCell = 19 // of a model's column
	scoreCell = 5  // of a score
	tieCell   = 1  // of ≈
	leastText = 12 // of a document's words, before the rank stands there too
	fullBar   = 12

	starredText = 12 // cells of words, from which on ★★☆ stands among them
)

// measure is where everything stands, in cells.
type measure struct {
	input  int // width of the request's order
	gutter int // between two columns
	cell   int // width of a model's column
	models int // how many of them stand

	digits int  // of a rank, and of a document's number
	move   int  // of ↑12
	rank   bool // a model's column says the rank; else the row does
	bar    int  // of a model's column; 0 where the bar lies behind the words
	text   int  // of the document's words in it
}

// measure lays the columns out for the width. Where each column has its own
// order, a row has documents of its own in each, whose words stand there; where
// the rows are sorted, the words stand once, on the left, and have the room.
func (m *Model) measure() measure {
	g := measure{digits: max(len(strconv.Itoa(len(m.docs))), 2), gutter: 3}
	g.move = max(g.digits+1, 4)
	models := len(m.columns) - 1
	if models == 0 {
		g.input = m.width
		return g
	}
	g.input = max(min(m.width/5, 34), min(15, m.width))
	g.models = max(min(models, (m.width-g.input)/(leastCell+g.gutter)), 1)
	figures := 1 + g.digits + 1 + scoreCell + tieCell + g.move // a blank keeps off the paths
	if m.sort != byOwn {
		g.input = max(m.width-g.models*(figures+fullBar+1+g.gutter), g.input)
	}
	room := m.width - g.input
	if spare := room/g.models - leastCell - g.gutter; m.sort == byOwn {
		g.gutter += max(min(spare/4, 3), 0)
	}
	g.cell = max(room/g.models-g.gutter, 0)
	if m.sort != byOwn {
		g.rank, g.bar = true, max(g.cell-figures-1, 0)
		return g
	}
	g.text = max(g.cell-figures, 0)
	g.rank = g.text >= leastText+g.digits+1
	g.text -= g.rankCells()
	return g
}

// rankCells is the cells of a rank with the blank behind it.
func (g measure) rankCells() int {
	if !g.rank {
		return 0
	}
	return g.digits + 1
}
