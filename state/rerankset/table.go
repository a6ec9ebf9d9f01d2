package rerankset

import (
	"math"
	"strconv"
	"strings"

	"gatehouse/state/rank"
	"gatehouse/state/spelling"
)

// place returns the rank of a document from 1, or 0.
func (c Answer) place(doc int) int {
	if doc >= c.Order.Len() {
		return 0
	}
	return c.Order.Place[doc] + 1 // rank.None is -1
}

// score returns the score of a document as text, empty where there is none.
func (c Answer) score(doc int) string {
	if doc >= c.Order.Len() || math.IsNaN(c.Order.Score[doc]) || math.IsInf(c.Order.Score[doc], 0) {
		return ""
	}
	return strconv.FormatFloat(c.Order.Score[doc], 'g', -1, 64)
}

// note returns what the request differs in from one sent now, or "".
func (c Answer) note() string {
	if c.Earlier == "" {
		return ""
	}
	return "earlier: " + c.Earlier
}

// noted returns the label with what the request differs in.
func (c Answer) noted() string { return c.with(c.note()) }

func (c Answer) with(note string) string {
	if note == "" {
		return c.Label
	}
	return c.Label + " (" + note + ")"
}

// head returns the label for a row of heads, with the note and with the reason for a missing order, on one
// line.
func (c Answer) head() string {
	var notes []string
	for _, note := range [...]string{c.note(), c.reason()} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	return strings.Join(strings.Fields(visible(c.with(strings.Join(notes, "; ")))), " ")
}

// reason returns why there is no order, where the note does not say it: how the run ended,
// that it still runs, or that there was none.
func (c Answer) reason() string {
	if c.Failure == "" && (c.Order.Len() > 0 || c.Earlier != "") {
		return ""
	}
	return c.ended()
}

// tie reports whether a neighbour in the order has a document's score.
func (c Answer) tie(doc int) string {
	if doc < c.Order.Len() && c.Order.Tied(doc) {
		return "tied"
	}
	return ""
}

// Table is a comparison to be written: the documents in the order of the request, and each
// column's ranking of them.
type Table struct {
	Query     string
	Documents []Document
	MarksFor  string // words that the marks were made for, if not Query; else empty
	Marks     []int  // one a document, rank.None without one; nil for no marks
	Columns   []Answer
	Depth     int     // k of the figures
	P         float64 // of the rank-biased overlap
}

// Table makes the table of a query's runs, with figures to a depth k and p.
func (s Set) Table(query, depth int, p float64, columns ...Answer) Table {
	return Table{Query: s.Queries[query].Text, Documents: s.Documents, Marks: s.AllMarks(query), MarksFor: s.Queries[query].MarkedFor(), Columns: columns, Depth: depth, P: p}
}

type pair struct {
	a, b Answer
	rank.Agreement
}

func (t Table) pairs() (list []pair) {
	for i, b := range t.Columns {
		for _, a := range t.Columns[:i] {
			if a.Order.Len() > 0 && b.Order.Len() > 0 {
				list = append(list, pair{a, b, rank.Agree(a.Order, b.Order, t.P, t.Depth)})
			}
		}
	}
	return list
}

// Judged returns how good a column is by the marks; NaN where unknown.
func (t Table) Judged(c Answer) rank.Judgement {
	if c.Order.Len() == 0 {
		return rank.Judge(c.Order, nil, t.Depth)
	}
	return rank.Judge(c.Order, t.Marks, t.Depth)
}

func (t Table) marked() string {
	if t.MarksFor == "" {
		return "mark"
	}
	return "mark (made for “" + t.MarksFor + "”)"
}

func (t Table) mark(doc int) string {
	if doc >= len(t.Marks) || t.Marks[doc] == rank.None {
		return ""
	}
	return strconv.Itoa(t.Marks[doc])
}

// CSV writes the documents with a header row (RFC 4180, lines ending in LF): the
// document's number from 1 as on the screen and its index from 0 as in the request, its
// mark, each column's rank from 1 (its header has the note, and why there is no order),
// "tied" where a neighbour has the same score, and score, and the text with its control
// characters escaped. Unknown values are empty. It has no figures: each row is a document.
func (t Table) CSV() []byte {
	row := []string{"document from 1", "index from 0", strings.Join(strings.Fields(visible(t.marked())), " ")}
	for _, c := range t.Columns {
		row = append(row, c.head()+" rank", visible(c.Label)+" tie", visible(c.Label)+" score")
	}
	rows := [][]string{append(row, "text")}
	for doc, d := range t.Documents {
		row = []string{strconv.Itoa(doc + 1), strconv.Itoa(doc), t.mark(doc)}
		for _, c := range t.Columns {
			row = append(row, t.rank(c, doc), c.tie(doc), c.score(doc))
		}
		rows = append(rows, append(row, visible(d.Text)))
	}
	return spelling.CSV(',', rows)
}

func (Table) rank(c Answer, doc int) string {
	if place := c.place(doc); place > 0 {
		return strconv.Itoa(place)
	}
	return ""
}
