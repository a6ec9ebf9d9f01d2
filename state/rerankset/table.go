package rerankset

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"

	"gatehouse/state/rank"
	"gatehouse/state/raw"
)

// Column is one model's order in a table.
type Column struct {
	Label    string // as in Labels
	Model    string // that served; empty where the result does not say
	Provider string
	ID       string
	Verdict  string
	Note     string     // why it is not what would be asked now; empty where it is
	Order    rank.Order // of a run without a result: the zero value
}

// place returns the rank of a document from 1, or 0.
func (c Column) place(doc int) int {
	if doc >= c.Order.Len() {
		return 0
	}
	return c.Order.Place[doc] + 1 // rank.None is -1
}

// score returns the score of a document as text, empty where there is none.
func (c Column) score(doc int) string {
	if doc >= c.Order.Len() || math.IsNaN(c.Order.Score[doc]) || math.IsInf(c.Order.Score[doc], 0) {
		return ""
	}
	return strconv.FormatFloat(c.Order.Score[doc], 'g', -1, 64)
}

// noted is the label with the note.
func (c Column) noted() string {
	if c.Note == "" {
		return c.Label
	}
	return c.Label + " (" + c.Note + ")"
}

// Table is a comparison to be written: the documents in the order of the
// request, and what each column says of them.
type Table struct {
	Query     string
	Documents []Document
	Marks     []int // one a document, rank.None without one; nil for no marks
	Columns   []Column
}

// Table makes the table of a query's runs.
func (s Set) Table(query int, columns ...Column) Table {
	return Table{Query: s.Queries[query].Text, Documents: s.Documents, Marks: s.Marks(query), Columns: columns}
}

func (t Table) mark(doc int) string {
	if doc >= len(t.Marks) || t.Marks[doc] == rank.None {
		return ""
	}
	return strconv.Itoa(t.Marks[doc])
}

// CSV writes the table with a header row (RFC 4180, lines ending in LF):
// index from 0, mark, each column's (with its note) rank from 1 and score, and the text. What
// is not known is empty.
func (t Table) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	row := []string{"index", "mark"}
	for _, c := range t.Columns {
		row = append(row, c.noted()+" rank", c.noted()+" score")
	}
	_ = w.Write(append(row, "text")) // a buffer takes everything
	for doc, d := range t.Documents {
		row = append(row[:0], strconv.Itoa(doc), t.mark(doc))
		for _, c := range t.Columns {
			row = append(row, t.rank(c, doc), c.score(doc))
		}
		_ = w.Write(append(row, d.Text))
	}
	w.Flush()
	return out.Bytes()
}

func (Table) rank(c Column, doc int) string {
	if place := c.place(doc); place > 0 {
		return strconv.Itoa(place)
	}
	return ""
}

// JSON writes the table as one object: query, columns (label, model, provider,
// id, verdict, note, warnings), and documents with index, mark, ranks, scores, one a
// column, and the document as it stands in the request. What is not known is
// null. Each column and each document has a line. It ends in a newline.
func (t Table) JSON() []byte {
	w := writer{}
	w.member("query", raw.Quote(t.Query))
	w.lines("columns", len(t.Columns), func(i int) []byte { return t.Columns[i].json() })
	w.lines("documents", len(t.Documents), func(doc int) []byte {
		ranks, scores := make([][]byte, len(t.Columns)), make([][]byte, len(t.Columns))
		for i, c := range t.Columns {
			ranks[i], scores[i] = number(t.rank(c, doc)), number(c.score(doc))
		}
		return object([]raw.Member{
			{Key: "index", Value: strconv.AppendInt(nil, int64(doc), 10)},
			{Key: "mark", Value: number(t.mark(doc))},
			{Key: "ranks", Value: list(ranks)},
			{Key: "scores", Value: list(scores)},
			{Key: "document", Value: t.Documents[doc].Raw},
		})
	})
	out, _ := w.end() // what is not indented has no depth
	return append(out, '\n')
}

func (c Column) json() []byte {
	warnings := make([][]byte, len(c.Order.Warnings))
	for i, text := range c.Order.Warnings {
		warnings[i] = raw.Quote(text)
	}
	return object([]raw.Member{
		{Key: "label", Value: raw.Quote(c.Label)},
		{Key: "model", Value: known(c.Model)},
		{Key: "provider", Value: known(c.Provider)},
		{Key: "id", Value: known(c.ID)},
		{Key: "verdict", Value: known(c.Verdict)},
		{Key: "note", Value: known(c.Note)},
		{Key: "warnings", Value: list(warnings)},
	})
}

func number(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return []byte(text)
}

func known(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return raw.Quote(text)
}

func list(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

// Markdown writes the table for a text: the query, one row a document in the
// order of the request, each column's rank and score, and the first of the
// text.
func (t Table) Markdown() []byte {
	var out bytes.Buffer
	out.WriteString("**Query:** " + cell(t.Query) + "\n\n| # | mark |")
	for _, c := range t.Columns {
		label := c.noted()
		if c.Verdict != "" && c.Verdict != "completed" {
			label += " (" + c.Verdict + ")"
		}
		out.WriteString(" " + cell(label) + " | score |")
	}
	out.WriteString(" document |\n|---:|---:|" + strings.Repeat("---:|---:|", len(t.Columns)) + "---|\n")
	for doc, d := range t.Documents {
		out.WriteString("| " + strconv.Itoa(doc+1) + " | " + t.mark(doc) + " |")
		for _, c := range t.Columns {
			out.WriteString(" " + t.rank(c, doc) + " | " + c.score(doc) + " |")
		}
		out.WriteString(" " + cell(d.Text) + " |\n")
	}
	return out.Bytes()
}

// cell puts text on one line, shortened, without what ends a cell or begins
// markup.
func cell(text string) string {
	const most = 80
	text = text[:min(len(text), 8*most)]
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`).Replace(string(runes))
}
