package ranking

import "strconv"

// Sizes of the comparison, in cells and rows.
const (
	headRows  = 2  // of the columns' heads
	leastCell = 19 // of a model's column
	scoreCell = 5  // of a score
	moveCell  = 4  // of ↑12
	leastText = 8  // of a document's words, before the bar goes
	fullBar   = 8
)

// measure is where everything stands, in cells.
type measure struct {
	input  int // width of the request's order
	gutter int // between two columns
	cell   int // width of a model's column
	models int // how many of them stand

	digits int // of a rank
	bar    int // of a model's column; 0 for none
	text   int // of the document's words in it
}

// measure lays the columns out for the width. The request's order gets less
// than a model's column, which has figures too.
func (m *Model) measure() measure {
	g := measure{digits: max(len(strconv.Itoa(len(m.docs))), 2), gutter: 3}
	models := len(m.columns) - 1
	if models == 0 {
		g.input = m.width
		return g
	}
	g.input = max(min(m.width/5, 34), min(15, m.width))
	room := m.width - g.input
	g.models = max(min(models, room/(leastCell+g.gutter)), 1)
	spare := room - g.models*(leastCell+g.gutter)
	g.gutter += max(min(spare/g.models/4, 3), 0)
	g.cell = max(room/g.models-g.gutter, 0)
	g.text = g.cell - g.digits - 1 - scoreCell - 1 - moveCell
	if spare := g.text - leastText - 1; spare >= 2 {
		g.bar = min(spare/3+1, fullBar)
		g.text -= g.bar + 1
	}
	g.text = max(g.text, 0)
	return g
}
