package ranking

import (
	"slices"
	"strconv"
)

// Sizes of the comparison, in cells and rows.
const (
	minHead   = 2  // rows of the columns' heads: names, and how it went
	maxHead   = 3  // who served
	minInput  = 15 // of the request's order
	minCell   = 19 // of a model's column
	minText   = 16 // of a document's words, which are shown before a rank is
	roomyText = 24 // of the words, before anything is next to the comparison
	wideText  = 40 // of the words, before the paths are widened
	scoreCell = 5  // of a score
	tieCell   = 1  // of ≈
	fullBar   = 12

	minGutter = 3
	maxGutter = 6

	starredText = 12 // cells of words, from which on ★★☆ is drawn among them
)

// headRows returns how many rows the heads have: those of who served as soon as a
// model was asked, so that they remain while it answers again.
func (m *Model) headRows() int {
	if m.asked() && m.Height > maxHead+1 {
		return maxHead
	}
	return minHead
}

func (m *Model) asked() bool {
	return slices.ContainsFunc(m.columns, func(c column) bool { return c.Asked != nil })
}

// measure is the position of each column, in cells.
type measure struct {
	input  int // width of the request's order
	gutter int // between two columns
	cell   int // width of a model's column
	models int // how many of them are shown

	digits int  // of a rank, and of a document's number
	move   int  // of ↑12
	rank   bool // a model's column says the rank; else the row does
	bar    int  // of a model's column; 0 where the bar is under the words
	text   int  // of the document's words in it
}

// measure lays the columns out for the width. Where each column is sorted by its rank,
// a row has another document in each, with its words; where the rows are sorted the same,
// the words appear once, on the left, with all the width.
func (m *Model) measure() measure {
	g, figures := m.figures()
	width := m.Width
	if m.withFigures {
		width = max(width-1, 0)
	}
	models := len(m.columns) - 1
	if models == 0 {
		g.input = width
		return g
	}
	g.input = min(width/5, 34)
	if m.sort == byRank { // it shrinks where the models' columns are narrow
		g.input = min(g.input, width-m.minWidth(minText)+minInput)
	}
	g.input = max(g.input, min(minInput, width))
	g.models = max(min(models, (width-g.input)/(minCell+g.gutter)), 1)
	if m.sort == byRank && !m.asked() { // the documents are all that there is to see
		g.input = max(g.input, width-g.models*(minCell+g.gutter))
	}
	if m.sort != byRank {
		g.input = max(width-g.models*(figures+fullBar+1+g.gutter), g.input)
	}
	rest := width - g.input
	if each := rest / g.models; m.sort == byRank { // the words are widened before the paths are
		g.gutter = max(min(each-figures-wideText, minGutter+(each-minCell-minGutter)/4, maxGutter), minGutter)
	}
	g.cell = max(rest/g.models-g.gutter, 0)
	if m.sort != byRank {
		g.rank, g.bar = true, max(g.cell-figures-1, 0)
		return g
	}
	g.text = max(g.cell-figures, 0)
	g.rank = g.text >= roomyText+g.digits+1
	g.text -= g.rankCells()
	return g
}

// figures returns the cells that do not depend on the width, and how many of a
// model's column they take.
func (m *Model) figures() (g measure, cells int) {
	g = measure{digits: max(len(strconv.Itoa(len(m.docs))), 2), gutter: minGutter}
	g.move = g.digits + 2                                     // a blank and an arrow
	return g, 1 + g.digits + 1 + scoreCell + tieCell + g.move // a blank separates it from the paths
}

// Roomy returns the width from which on all models fit side by side with a good part of
// their documents' words, and a blank after them; 0 without documents.
func (m *Model) Roomy() int {
	switch {
	case len(m.docs) == 0:
		return 0
	case len(m.columns) == 1:
		return m.minWidth(roomyText)
	}
	return m.minWidth(roomyText) + 1
}

// minWidth returns the width of all models with that many cells of each document.
func (m *Model) minWidth(words int) int {
	g, figures := m.figures()
	return minInput + (len(m.columns)-1)*(g.gutter+figures+words)
}

// rankCells returns the cells of a rank with the blank after it.
func (g measure) rankCells() int {
	if !g.rank {
		return 0
	}
	return g.digits + 1
}
