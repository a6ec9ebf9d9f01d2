package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// WithQueries returns the set with the queries of a file: JSONL with strings or objects with query, id, and marks by
// document id; else a query a line. An error names file and line.
func (s Set) WithQueries(name string, data []byte) (Set, error) {
	if err := NotText(data); err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	data = endings(trimMark(data))
	f := Guess(name, data)
	if f == CSV || f == JSON && scan.KindOf(bytes.TrimSpace(data)) == scan.Array {
		return s, fmt.Errorf("%s: write a query a line, or JSONL with a query in each line", name)
	}
	s.Queries = nil
	lines, docs := f == JSONL || f == JSON, places(len(s.Documents), s.DocumentID)
	for at, line := range nonBlank(data) {
		q := Query{Text: string(line)}
		if lines {
			if err := checkLine(at, line); err != nil {
				return s, fmt.Errorf("%s: %w", name, err)
			}
			var err error
			if q, err = queryOf(line, docs); err != nil {
				return s, fmt.Errorf("%s:%d: %w", name, at, err)
			}
		}
		s.Queries = append(s.Queries, q)
	}
	if len(s.Queries) == 0 {
		return s, fmt.Errorf("%s: no query is in it; write one a line", name)
	}
	return s, s.SameID()
}

// queryOf reads a line of JSON; docs are the documents by their ids.
func queryOf(line []byte, docs map[string]int) (Query, error) {
	if scan.KindOf(line) == scan.String {
		return Query{Text: scan.Text(line)}, nil
	}
	text := scan.Get(line, "query")
	if scan.KindOf(text) != scan.String || strings.TrimSpace(scan.Text(text)) == "" {
		return Query{}, fmt.Errorf(`no query; a line is a string or {"query": "…", "id": "…", "marks": {"document": 3}}`)
	}
	q := Query{Text: scan.Text(text), ID: idOf(line), marks: map[int]int{}, made: scan.Text(text)}
	for m := range scan.Members(scan.Get(line, "marks")) {
		doc, known := docs[m.Key]
		mark, err := markOf(string(m.Value))
		switch {
		case !known:
			return q, fmt.Errorf("marks[%q]: no document has this id", clipped(m.Key))
		case err != nil || mark < 0 || mark > MaxMark:
			return q, fmt.Errorf("marks[%q]: %s is no whole number from 0 to %d", clipped(m.Key), compact(m.Value), MaxMark)
		}
		q.marks[doc] = mark
	}
	return q, nil
}

// idOf returns the member id of an object.
func idOf(object []byte) string {
	switch value := scan.Get(object, "id"); scan.KindOf(value) {
	case scan.String:
		return scan.Text(value)
	case scan.Number:
		return string(slices.Clone(value))
	}
	return ""
}
