package dataset

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"gatehouse/state/rank"
	"gatehouse/state/text/spelling"
)

// rank returns the rank of a document from 1, "" without one.
func (a Answer) rank(doc int) string {
	if doc >= a.Order.Len() || a.Order.Place[doc] == rank.None {
		return ""
	}
	return strconv.Itoa(a.Order.Place[doc] + 1)
}

// score returns the score of a document as text, "" without one.
func (a Answer) score(doc int) string {
	if doc >= a.Order.Len() {
		return ""
	}
	return full(a.Order.Score[doc])
}

// tied reports whether a neighbour in the order has a document's score.
func (a Answer) tied(doc int) bool { return doc < a.Order.Len() && a.Order.Tied(doc) }

// note returns what the request differs in from one sent now, or "".
func (a Answer) note() string {
	if a.Earlier == "" {
		return ""
	}
	return "earlier: " + a.Earlier
}

// head returns the label on one line, with the note and with why there is no order if the note does not
// say it: how the run ended, that it is running, or that there was none.
func (a Answer) head() string {
	var notes []string
	if a.Earlier != "" {
		notes = append(notes, a.note())
	}
	switch {
	case a.Failure != "":
		notes = append(notes, string(a.Verdict)+": "+a.Failure)
	case a.Order.Len() > 0 || a.Earlier != "":
	case a.Verdict == "":
		notes = append(notes, "not asked")
	default:
		notes = append(notes, string(a.Verdict))
	}
	label := a.Label
	if notes != nil {
		label += " (" + strings.Join(notes, "; ") + ")"
	}
	return strings.Join(strings.Fields(Visible(label)), " ")
}

// Table is a comparison to be written: the documents in the order of the request, and each
// column's ranking of them.
type Table struct {
	Query     string
	Documents []Document
	MarksFor  string // words that the marks were made for, if not Query; else empty
	Marks     []int  // one a document, rank.None without one; nil for no marks
	Columns   []Answer
	Depth     int // k of the figures
}

// Table makes the table of a query's runs, with figures to a depth k.
func (s Set) Table(query, depth int, columns ...Answer) Table {
	return Table{Query: s.Queries[query].Text, Documents: s.Documents, Marks: s.AllMarks(query), MarksFor: s.Queries[query].MarkedFor(), Columns: columns, Depth: depth}
}

// Pair is two ranked columns of a table and their agreement.
type Pair struct {
	A, B int
	rank.Agreement
}

// Pairs returns each two columns that have an order.
func (t Table) Pairs() (pairs []Pair) {
	for i, b := range t.Columns {
		for j, a := range t.Columns[:i] {
			if a.Ranked && b.Ranked {
				pairs = append(pairs, Pair{j, i, rank.Agree(a.Order, b.Order, rank.Persistence, t.Depth)})
			}
		}
	}
	return pairs
}

// Judged returns how good a column is by the marks; NaN where unknown.
func (t Table) Judged(c Answer) rank.Judgement {
	if c.Order.Len() == 0 {
		return rank.Judge(c.Order, nil, t.Depth)
	}
	return rank.Judge(c.Order, t.Marks, t.Depth)
}

// Returned lists the documents that any column returned, by rank in the first column, then in the next.
func (t Table) Returned() (docs []int) {
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

// Mark returns the mark of a document as text, "" without one.
func (t Table) Mark(doc int) string {
	if doc >= len(t.Marks) || t.Marks[doc] == rank.None {
		return ""
	}
	return strconv.Itoa(t.Marks[doc])
}

// CSV writes a row for each document (RFC 4180, lines ending in LF): its number from 1 and its index from 0, its mark, the
// rank from 1, tie and score in each column, and the text with control characters escaped. The header of a rank has the
// note and why there is no order. Unknown values are empty.
func (t Table) CSV() []byte {
	mark := "mark"
	if t.MarksFor != "" {
		mark = strings.Join(strings.Fields(Visible("mark (made for “"+t.MarksFor+"”)")), " ")
	}
	row := []string{"document from 1", "index from 0", mark}
	for _, c := range t.Columns {
		row = append(row, c.head()+" rank", Visible(c.Label)+" tie", Visible(c.Label)+" score")
	}
	rows := [][]string{append(row, "text")}
	for doc, d := range t.Documents {
		row = []string{strconv.Itoa(doc + 1), strconv.Itoa(doc), t.Mark(doc)}
		for _, c := range t.Columns {
			tie := ""
			if c.tied(doc) {
				tie = "tied"
			}
			row = append(row, c.rank(doc), tie, c.score(doc))
		}
		rows = append(rows, append(row, Visible(d.Text)))
	}
	return spelling.CSV(',', rows)
}

// full writes a figure with all its digits; "" for an unknown one.
func full(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Visible escapes control characters (C0, DEL, C1) and bidi controls (UAX #9), but not line breaks and tabs.
func Visible(text string) string { return spelling.Pictured(text, hidden) }

// hidden reports whether a character controls a terminal or the order of others.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}
