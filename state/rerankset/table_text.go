package rerankset

import (
	"cmp"
	"fmt"
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
func (c Column) tieSigns() func(doc int) string {
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
func (c Column) shortScore(doc int) string {
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

// AgreementLines describes the agreement of each pair of columns, one a line that is not
// made safe for a terminal.
func (t Table) AgreementLines() []string {
	var lines []string
	for i, a := range t.Columns {
		for _, b := range t.Columns[i+1:] {
			lines = append(lines, pair{a, b, rank.Agree(a.Order, b.Order, t.P, t.Depth)}.line())
		}
	}
	return lines
}

// FigureLines says how good each column with an order is by the marks, one a line that is
// not made safe for a terminal; none without marks.
func (t Table) FigureLines() []string {
	marked := 0
	for _, mark := range t.Marks {
		if mark != rank.None {
			marked++
		}
	}
	var lines []string
	for _, c := range t.Columns {
		if marked == 0 || c.Order.Len() == 0 {
			continue
		}
		j := t.judged(c)
		lines = append(lines, fmt.Sprintf("%s: nDCG@%d %s, reciprocal rank %s, average precision %s (%d of %d documents marked)",
			c.Label, t.Depth, figure(j.NDCG), figure(j.RR), figure(j.AP), marked, len(t.Documents)))
	}
	if len(lines) > 0 && t.MarksFor != "" {
		lines = append(lines, "the marks were made for “"+t.MarksFor+"”")
	}
	return lines
}

// figure writes a figure between -1 and 1.
func figure(v float64) string {
	if math.IsNaN(v) {
		return notKnown
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

func (p pair) line() string {
	besides := ""
	if p.Shared < p.Documents {
		besides = fmt.Sprintf("; %d of %d documents returned by both", p.Shared, p.Documents)
	}
	for _, c := range [...]Column{p.a, p.b} {
		if c.Order.AllTied() {
			besides += "; " + c.Label + " gives all documents the same score"
		}
	}
	return fmt.Sprintf("agreement %s · %s: tau-b %s, rho %s, RBO %s (p %v), top %d share %d%s",
		p.a.Label, p.b.Label, figure(p.TauB), figure(p.Rho), figure(p.RBO), p.P, p.K, p.Overlap, besides)
}
