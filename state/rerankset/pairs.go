package rerankset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// The columns of a table of judgements, each with the names that it may have: the first that is there
// counts, so that the id of a record is not taken for that of its document.
const (
	pairQuery = iota
	pairText
	pairMark
	pairID      // of the document
	pairQueryID // the last
	pairColumns
)

func pairNames(column int) []string {
	return [pairColumns][]string{{"query"}, {"text", "document"}, {"relevance", "mark"}, {"document_id", "doc_id", "_id", "id"}, {"query_id", "qid"}}[column]
}

// IsPairs reports whether a file is a table of judgements: a CSV or JSONL with query, text and
// relevance in each record.
func IsPairs(data []byte, f Format) bool {
	data = endings(trimMark(data))
	has := func(string) bool { return false }
	switch f {
	case CSV:
		header, err := table(data).Read()
		if err != nil {
			return false
		}
		has = func(name string) bool { return columnOf(header, []string{name}) >= 0 }
	case JSONL:
		first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
		has = func(name string) bool { return scan.KindOf(first) == scan.Object && scan.Get(first, name) != nil }
	}
	for column := range pairID {
		if !slices.ContainsFunc(pairNames(column), has) {
			return false
		}
	}
	return true
}

// columnOf is where a header has the first of some names that it has; -1 for none.
func columnOf(header, names []string) int {
	for _, name := range names {
		if at := slices.IndexFunc(header, func(of string) bool { return strings.ToLower(strings.TrimSpace(of)) == name }); at >= 0 {
			return at
		}
	}
	return -1
}

// ReadPairs makes a set of a table of judgements: each record has a query, the text of a document
// and how relevant it is, 0 to 3 or nothing for no mark. Ids tell documents and queries apart
// where there are some, else their texts; of one that is known by its id the text may be left
// out. A record without a query holds a document alone, one without document a query. An error
// begins with the name of the file, the line and the column.
func ReadPairs(name string, data []byte, f Format) (Set, error) {
	if err := NotText(data); err != nil {
		return Set{}, fmt.Errorf("%s: %w", name, err)
	}
	data = endings(trimMark(data))
	p := pairs{name: name, docs: map[string]int{}, queries: map[string]int{}}
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
	set           Set
	docs, queries map[string]int // by id, or by text
	line          int
}

// fault is what is wrong with the record at hand.
func (p *pairs) fault(column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: column %s: %s", p.name, p.line, pairNames(column)[0], fmt.Sprintf(format, args...))
}

func (p *pairs) table(data []byte) error {
	r := table(data)
	header, err := r.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, badHeader(err))
	}
	var at [pairColumns]int
	for column := range at {
		if at[column] = columnOf(header, pairNames(column)); at[column] < 0 && column < pairID {
			return fmt.Errorf("%s:1: no column %s; it has %s", p.name, pairNames(column)[0], some(header))
		}
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: no CSV: %w", p.name, err)
		}
		p.line, _ = r.FieldPos(0)
		var values [pairColumns]string
		for column, i := range at {
			if i >= 0 {
				values[column] = row[i]
			}
		}
		if err := p.take(values); err != nil {
			return err
		}
	}
}

func (p *pairs) lines(data []byte) error {
	for line := range bytes.Lines(data) {
		p.line++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := checkLine(p.line, line); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if scan.KindOf(line) != scan.Object {
			return fmt.Errorf(`%s:%d: no {"query": "…", "text": "…", "relevance": 0}; each line must be such an object`, p.name, p.line)
		}
		var values [pairColumns]string
		for column := range values {
			for _, name := range pairNames(column) {
				value := scan.Get(line, name)
				if value == nil {
					continue
				}
				switch kind := scan.KindOf(value); {
				case kind == scan.String:
					values[column] = scan.Text(value)
				case kind == scan.Number:
					values[column] = string(value)
				case !scan.IsNull(value):
					return p.fault(column, "%s is neither a text nor a number", compact(value))
				}
				break
			}
		}
		if err := p.take(values); err != nil {
			return err
		}
	}
	return nil
}

// take takes a record in.
func (p *pairs) take(values [pairColumns]string) error {
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

// place is the number of what a record has in a column, by its id or else by its text; that of
// the next one where it is new, and rank.None where the record has none.
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
	mark, err := strconv.Atoi(word)
	switch {
	case err != nil || mark < 0 || mark > MaxMark:
		return p.fault(pairMark, "“%s” is no whole number from 0 to %d", clipped(word), MaxMark)
	case query < 0 || doc < 0:
		return p.fault(pairMark, "a mark needs a query and a document")
	}
	marks := p.set.Queries[query].marks
	if _, twice := marks[doc]; twice {
		return p.fault(pairMark, "this document has a mark for this query in a line before; remove one of them")
	}
	marks[doc] = mark
	return nil
}

// pairRows are the records of the set as a table of judgements: of each query its marks, then
// what no mark names. The error is that of SameID, or names a document that is more than a text.
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

// pairOrder is how the columns stand in what is written.
func pairOrder() []int { return []int{pairQueryID, pairQuery, pairID, pairText, pairMark} }

// PairsTSV writes the set as a table of judgements, with tabs.
func (s Set) PairsTSV() ([]byte, error) {
	rows, err := s.pairRows()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = '\t'
	var cells []string
	for _, column := range pairOrder() {
		cells = append(cells, pairNames(column)[0])
	}
	_ = w.Write(cells) // a buffer takes everything
	for _, row := range rows {
		for i, column := range pairOrder() {
			cells[i] = row[column]
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return out.Bytes(), nil
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
		for _, column := range pairOrder() {
			value := known(row[column])
			if column == pairMark {
				value = number(row[column])
			}
			members = append(members, scan.Member{Key: pairNames(column)[0], Value: value})
		}
		out.Write(append(object(members), '\n'))
	}
	return out.Bytes(), nil
}
