package rerankset

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// notKnown is written where a document has no rank or score, and for an unknown figure.
const notKnown = "–"

// Cells returns the table for a screen: a header, then a row for each returned document,
// by its rank in the first column that has it. A column has two cells, rank from 1 and
// score with the sign of a tie; the last cell is the document in one line. No cell is made
// safe for a terminal.
func (t Table) Cells() [][]string {
	var head []string
	signs := make([]func(doc int) string, len(t.Columns))
	for i, c := range t.Columns {
		head = append(head, "rank", "score")
		signs[i] = c.tieSigns()
	}
	rows := [][]string{append(head, "text")}
	for _, doc := range t.returned() {
		var row []string
		for i, c := range t.Columns {
			row = append(row, cmp.Or(t.rank(c, doc), notKnown), c.shortScore(doc)+signs[i](doc))
		}
		rows = append(rows, append(row, t.Documents[doc].line()))
	}
	return rows
}

// returned lists the documents that any model returned, by rank in the first column, then
// in the next.
func (t Table) returned() []int {
	var docs []int
	seen := make([]bool, len(t.Documents))
	for _, c := range t.Columns {
		for _, doc := range c.Order.Docs {
			if !seen[doc] {
				docs = append(docs, doc)
			}
			seen[doc] = true
		}
	}
	return docs
}

// tieSigns returns for each document whether its score equals a neighbour's, =, or nearly,
// ≈; nothing at all where no scores are so near.
func (c Answer) tieSigns() func(doc int) string {
	same, near := c.Order.Ties()
	if !slices.Contains(same, true) && !slices.Contains(near, true) {
		return func(int) string { return "" }
	}
	return func(doc int) string {
		if place := c.place(doc); place > 0 {
			return rank.TieSign(same, near, place-1)
		}
		return " "
	}
}

// shortScore writes the score of a document; see shortFigure.
func (c Answer) shortScore(doc int) string {
	if doc >= c.Order.Len() {
		return notKnown
	}
	return shortFigure(c.Order.Score[doc])
}

// shortFigure writes a score with enough digits to distinguish it from 0.
func shortFigure(v float64) string {
	switch {
	case math.IsNaN(v):
		return notKnown
	case v != 0 && math.Abs(v) < 0.0005, math.Abs(v) >= 1e9:
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// line returns the document in one line; of one without a text its image.
func (d Document) line() string {
	words := d.Text
	if image := scan.Get(d.Raw, "image"); words == "" && image != nil {
		words = "image " + cmp.Or(scan.Text(image), string(image))
	}
	return strings.Join(strings.Fields(words), " ")
}
