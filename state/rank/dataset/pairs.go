package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/text/spelling"
)

// The columns of a table of judgements, in the order in which they are written.
const (
	pairQueryID = iota
	pairQuery
	pairID // of the document
	pairText
	pairMark
	pairColumns
)

// Columns are the names of the columns of a table of judgements; "" for query, text and relevance.
type Columns struct{ Query, Text, Relevance string }

// names returns the name of each column.
func (c Columns) names() [pairColumns]string {
	return [pairColumns]string{"query_id", cmp.Or(c.Query, "query"), "document_id", cmp.Or(c.Text, "text"), cmp.Or(c.Relevance, "relevance")}
}

// Missing returns the first of the columns that a CSV or JSONL lacks, or "", and the columns of the file.
func (c Columns) Missing(data []byte, f Format) (missing string, columns []string) {
	data = endings(trimMark(data))
	switch f {
	case CSV:
		_, columns, _ = table(data) // without a header all are missing
	case JSONL:
		first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
		for m := range scan.Members(first) {
			columns = append(columns, m.Key)
		}
	}
	for _, column := range []int{pairQuery, pairText, pairMark} {
		if name := c.names()[column]; !slices.Contains(columns, name) {
			return name, columns
		}
	}
	return "", columns
}

// ReadPairs reads a table of judgements, a CSV or JSONL: a query, the text of a document and how relevant it is, 0 to 3
// or nothing for no mark. Documents and queries are identified by their ids, or else by their texts; with an id the text
// may be left out in later records. A record may lack the query or the document. An error names file, line and column.
func ReadPairs(name string, data []byte, f Format, columns Columns) (Set, error) {
	if err := NotText(data); err != nil {
		return Set{}, fmt.Errorf("%s: %w", name, err)
	}
	data = endings(trimMark(data))
	p := pairs{name: name, columns: columns.names(), docs: map[string]int{}, queries: map[string]int{}}
	read := p.lines
	if f == CSV {
		read = p.table
	}
	if err := read(data); err != nil {
		return Set{}, err
	}
	if len(p.set.Documents) == 0 {
		return Set{}, fmt.Errorf("%s: no document is in it", name)
	}
	return p.set, p.set.SameID()
}

// pairs is a set as it is read.
type pairs struct {
	name          string
	columns       [pairColumns]string
	set           Set
	docs, queries map[string]int // by id, or by text
	line          int
}

// fault returns what is wrong with the record at hand.
func (p *pairs) fault(column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: column %s: %s", p.name, p.line, p.columns[column], fmt.Sprintf(format, args...))
}

func (p *pairs) table(data []byte) error {
	r, header, err := table(data)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	var at [pairColumns]int
	for column, name := range p.columns {
		isID := column == pairID || column == pairQueryID
		if at[column] = slices.Index(header, name); at[column] < 0 && !isID {
			return fmt.Errorf("%s:1: no column %s; it has %s", p.name, name, some(header))
		}
	}
	for row, err := range r.rows() {
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.line, _ = r.FieldPos(0)
		var values [pairColumns]string
		for column, i := range at {
			if i >= 0 {
				values[column] = row[i]
			}
		}
		if err := p.add(values); err != nil {
			return err
		}
	}
	return nil
}

func (p *pairs) lines(data []byte) error {
	for at, line := range nonBlank(data) {
		p.line = at
		if err := checkLine(p.line, line); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if scan.KindOf(line) != scan.Object {
			return fmt.Errorf(`%s:%d: no {"%s": "…", "%s": "…", "%s": 0}; each line must be such an object`, p.name, p.line, p.columns[pairQuery], p.columns[pairText], p.columns[pairMark])
		}
		var values [pairColumns]string
		for column, name := range p.columns {
			value := scan.Get(line, name)
			switch kind := scan.KindOf(value); {
			case kind == scan.String:
				values[column] = scan.Text(value)
			case kind == scan.Number:
				values[column] = string(value)
			case value != nil && !scan.IsNull(value):
				return p.fault(column, "%s is neither a text nor a number", compact(value))
			}
		}
		if err := p.add(values); err != nil {
			return err
		}
	}
	return nil
}

// add adds a record to the set.
func (p *pairs) add(values [pairColumns]string) error {
	doc, err := p.place(pairText, p.docs, values[pairID], values[pairText], func(i int) string { return p.set.Documents[i].Text })
	if err != nil {
		return err
	}
	if doc == len(p.set.Documents) {
		d := TextDocument(values[pairText])
		d.ID = values[pairID]
		p.set.Documents = append(p.set.Documents, d)
	}
	query, err := p.place(pairQuery, p.queries, values[pairQueryID], values[pairQuery], func(i int) string { return p.set.Queries[i].Text })
	if err != nil {
		return err
	}
	if text := values[pairQuery]; query == len(p.set.Queries) {
		p.set.Queries = append(p.set.Queries, Query{Text: text, ID: values[pairQueryID], marks: map[int]int{}, made: text})
	}
	return p.mark(query, doc, strings.TrimSpace(values[pairMark]))
}

// place returns the number of what a record has in a column; that of the next one if it is new; rank.None for none.
func (p *pairs) place(column int, known map[string]int, id, text string, textOf func(i int) string) (int, error) {
	key := "id " + id
	if id == "" {
		key = "text " + text
	}
	at, had := known[key]
	empty := strings.TrimSpace(text) == ""
	switch {
	case id == "" && empty:
		return rank.None, nil
	case !had && empty:
		return 0, p.fault(column, "it is empty, and no line before has the text of the id %s", clipped(id))
	case !had:
		at = len(known)
		known[key] = at
	case !empty && text != textOf(at):
		return 0, p.fault(column, "the id %s has another text in a line before", clipped(id))
	}
	return at, nil
}

// mark marks the document of a record for its query.
func (p *pairs) mark(query, doc int, word string) error {
	if word == "" {
		return nil
	}
	mark, err := markOf(word)
	switch {
	case err != nil || mark < 0 || mark > MaxMark:
		return p.fault(pairMark, "“%s” is no whole number from 0 to %d", clipped(word), MaxMark)
	case query < 0 || doc < 0:
		return p.fault(pairMark, "a mark needs a query and a document")
	}
	marks := p.set.Queries[query].marks
	if had, twice := marks[doc]; twice && had != mark {
		return p.fault(pairMark, "this document has another mark for this query in a line before; remove one of them")
	}
	marks[doc] = mark
	return nil
}

// pairRows returns the records of a table of judgements: documents, then the marks of each query. The error is that of
// SameID, or names a document that is more than a text.
func (s Set) pairRows() (rows [][pairColumns]string, err error) {
	if err := s.SameID(); err != nil {
		return nil, err
	}
	row := func(query, doc, mark int) (values [pairColumns]string) {
		if query >= 0 {
			values[pairQuery], values[pairQueryID] = s.Queries[query].Text, s.QueryID(query)
		}
		if doc >= 0 {
			values[pairText], values[pairID] = s.Documents[doc].Text, s.DocumentID(doc)
		}
		if mark != rank.None {
			values[pairMark] = strconv.Itoa(mark)
		}
		return values
	}
	for doc, d := range s.Documents {
		if scan.KindOf(d.Raw) != scan.String {
			return nil, fmt.Errorf("document %d is more than a text, which a table cannot hold; write a set instead", doc+1)
		}
		rows = append(rows, row(rank.None, doc, rank.None))
	}
	for q, query := range s.Queries {
		if len(query.missing) > 0 {
			return nil, fmt.Errorf("document %s has a mark, and the set lacks its text, which a table needs; write a set or a data set instead", query.missingIDs()[0])
		}
		if query.Marked() == 0 {
			rows = append(rows, row(q, rank.None, rank.None))
		}
		for doc, mark := range s.AllMarks(q) {
			if mark != rank.None {
				values := row(q, doc, mark)
				values[pairText] = "" // it is in a row before
				rows = append(rows, values)
			}
		}
	}
	return rows, nil
}

// PairsTSV writes the set as a table of judgements, with tabs.
func (s Set) PairsTSV() ([]byte, error) {
	rows, err := s.pairRows()
	if err != nil {
		return nil, err
	}
	names := Columns{}.names()
	table := [][]string{names[:]}
	for _, row := range rows {
		table = append(table, row[:])
	}
	return spelling.CSV('\t', table), nil
}

// PairsJSONL writes the set as a table of judgements, an object a line.
func (s Set) PairsJSONL() ([]byte, error) {
	rows, err := s.pairRows()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, row := range rows {
		var members []scan.Member
		for column, name := range (Columns{}).names() {
			value := orNull(row[column])
			if column == pairMark {
				value = numberOrNull(row[column])
			}
			members = append(members, scan.Member{Key: name, Value: value})
		}
		out.Write(append(object(members), '\n'))
	}
	return out.Bytes(), nil
}
