package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/state/spelling"
)

// Comparison reports the answers to a query: how they arrived, how good they are and how well they agree,
// and the rank of every document.
func Comparison(t rerankset.Table) Report {
	f := RerankersOf(t)
	r := Report{Title: "RERANKERS", Blocks: []Block{Field{"query", []Span{{Text: t.Query}}, Span{}}}}
	for _, part := range append([]Report{f.runs(), f.answers()}, f.Figures()...) {
		if !part.Empty() {
			r.Blocks = append(r.Blocks, part)
		}
	}
	docs := make([]int, len(t.Documents))
	for i := range docs {
		docs[i] = i
	}
	ranks := Ranks(t, docs)
	ranks.Columns = slices.Insert(ranks.Columns, 0, Column{Title: "document", Right: true}, Column{Title: "mark", Right: true})
	for i := range ranks.Rows {
		ranks.Rows[i].Cells = slices.Insert(ranks.Rows[i].Cells, 0, Span{Text: strconv.Itoa(i + 1)}, Span{Text: t.Mark(i)})
	}
	r.Blocks = append(r.Blocks, Report{Title: "DOCUMENTS", Blocks: []Block{ranks}})
	return r
}

// Ranks returns a table of documents with their rank and score in each answer, whose label is the title of
// its ranks. = marks a score equal to that of a neighbour, ≈ one that is nearly equal.
func Ranks(t rerankset.Table, docs []int) Table {
	var table Table
	signs := make([]func(doc int) string, len(t.Columns))
	for i, c := range t.Columns {
		table.Columns = append(table.Columns, Column{Title: spelling.Word(c.Label), Right: true}, Column{Title: "score", Right: true, Spare: 1})
		signs[i] = tieSigns(c.Order)
	}
	table.Columns = append(table.Columns, Column{Title: "text"})
	for _, doc := range docs {
		cells := make([]Span, 0, len(table.Columns))
		for i, c := range t.Columns {
			place, score := "–", "–"
			if doc < c.Order.Len() && c.Order.Place[doc] != rank.None {
				place, score = strconv.Itoa(c.Order.Place[doc]+1), rankScore(c.Order.Score[doc])
			}
			cells = append(cells, Span{Text: place}, Span{Text: score + signs[i](doc)})
		}
		table.Rows = append(table.Rows, Row{Cells: append(cells, Span{Text: documentLine(t.Documents[doc])})})
	}
	return table
}

// tieSigns returns a function with the sign of a document's tie; without any tie in the order it returns "".
func tieSigns(o rank.Order) func(doc int) string {
	same, near := o.Ties()
	if !slices.Contains(same, true) && !slices.Contains(near, true) {
		return func(int) string { return "" }
	}
	return func(doc int) string {
		if doc >= o.Len() || o.Place[doc] == rank.None {
			return " "
		}
		return rank.TieSign(same, near, o.Place[doc])
	}
}

// rankScore writes a score with enough digits to distinguish it from 0.
func rankScore(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case v != 0 && math.Abs(v) < 0.0005, math.Abs(v) >= 1e9:
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// documentLine returns a document in one line; of one without a text its image.
func documentLine(d rerankset.Document) string {
	words := d.Text
	if image := scan.Get(d.Raw, "image"); words == "" && image != nil {
		words = "image " + cmp.Or(scan.Text(image), string(image))
	}
	return strings.Join(strings.Fields(words), " ")
}
