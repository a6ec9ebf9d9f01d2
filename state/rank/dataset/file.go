package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/history/output"
	"gatehouse/state/rank"
)

// kind is the member that identifies a file as a set.
const kind = "rerank-set"

// JSON writes the set as a file: kind, queries with marks by document from 0 and by id of a missing one, documents, models, document_ids and
// runs of other systems if there are some, then unknown members. It ends in a newline. The error is scan.ErrDepth.
func (s Set) JSON() ([]byte, error) {
	w := writer{buf: make([]byte, 0, s.Size()+1024)}
	w.member("kind", scan.Quote(kind))
	w.member("queries", output.List(each(s.Queries, Query.json)...))
	w.member("documents", output.List(each(s.Documents, func(d Document) []byte { return d.Raw })...))
	w.member("models", output.List(each(s.Models, Model.JSON)...))
	if slices.ContainsFunc(s.Documents, func(d Document) bool { return d.ID != "" }) {
		w.lines("document_ids", each(s.Documents, Document.idJSON))
	}
	if len(s.Runs) > 0 {
		w.member("runs", output.List(each(s.Runs, RunFile.json)...))
	}
	for _, m := range s.others {
		w.member(m.Key, m.Value)
	}
	return w.end()
}

// each returns the JSON of each element of a list.
func each[T any](list []T, write func(T) []byte) [][]byte {
	out := make([][]byte, len(list))
	for i, one := range list {
		out[i] = write(one)
	}
	return out
}

func (q Query) json() []byte {
	members := []scan.Member{{Key: "query", Value: scan.Quote(q.Text)}}
	if q.record != nil {
		members = append(members, scan.Member{Key: "id", Value: q.record})
	} else if q.ID != "" {
		members = append(members, scan.Member{Key: "id", Value: scan.Quote(q.ID)})
	}
	if q.Candidates != nil {
		candidates, _ := json.Marshal(q.Candidates) // integers
		members = append(members, scan.Member{Key: "candidates", Value: candidates})
	}
	if q.Marked() > 0 {
		var marks, missing []scan.Member
		for _, d := range slices.Sorted(maps.Keys(q.marks)) {
			marks = append(marks, scan.Member{Key: strconv.Itoa(d), Value: strconv.AppendInt(nil, int64(q.marks[d]), 10)})
		}
		for _, id := range q.missingIDs() {
			missing = append(missing, scan.Member{Key: id, Value: strconv.AppendInt(nil, int64(q.missing[id]), 10)})
		}
		if members = append(members, scan.Member{Key: "marks", Value: object(marks)}); missing != nil {
			members = append(members, scan.Member{Key: "missing_marks", Value: object(missing)})
		}
		if words := q.MarkedFor(); words != "" {
			members = append(members, scan.Member{Key: "marks_for", Value: scan.Quote(words)})
		}
	}
	return object(append(members, q.others...))
}

// idJSON returns the id in the file of a set, with unknown members of its line in a data set.
func (d Document) idJSON() []byte {
	if d.record != nil {
		return d.record
	}
	return orNull(d.ID)
}

// readID reads what idJSON writes; ok is false for anything else.
func readID(value []byte) (id string, record []byte, ok bool) {
	switch scan.KindOf(value) {
	case scan.String:
		return scan.Text(value), nil, true
	case scan.Object:
		var line bytes.Buffer // the file has it on several
		if json.Compact(&line, value) != nil {
			return "", nil, false
		}
		return scan.Text(scan.Get(value, "_id")), line.Bytes(), scan.KindOf(scan.Get(value, "_id")) == scan.String
	}
	return "", nil, scan.IsNull(value)
}

func object(members []scan.Member) []byte {
	out := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, scan.Quote(m.Key)...), ':'), m.Value...)
	}
	return append(out, '}')
}

// IsSet reports whether a file is a set rather than a request.
func IsSet(data []byte) bool { return scan.Text(scan.Get(data, "kind")) == kind }

// Open reads a set, a rerank request or the set of a saved comparison. An error names the position in the file.
func Open(data []byte) (Set, error) {
	if err := scan.Check(data); err != nil {
		return Set{}, err
	}
	switch {
	case IsSet(data):
	case isComparison(data):
		return fromComparison(data)
	default:
		if scan.Get(data, "query") == nil && scan.Get(data, "documents") == nil {
			return Set{}, errors.New(`no rerank set: it has neither "kind": "` + kind + `" nor a query and documents`)
		}
		return FromRequest(data)
	}
	var s Set
	var queries, models, ids, runs []byte
	for m := range scan.Members(data) {
		switch m.Key {
		case "kind":
		case "queries":
			queries = m.Value
		case "models":
			models = m.Value
		case "document_ids":
			ids = m.Value
		case "runs":
			runs = m.Value
		case "documents":
			var err error
			if s.Documents, err = documents(m.Value); err != nil {
				return Set{}, err
			}
		default:
			s.others = append(s.others, m)
		}
	}
	if err := s.readIDs(ids); err != nil {
		return Set{}, err
	}
	if err := s.readQueries(queries); err != nil {
		return Set{}, err
	}
	if err := s.readRuns(runs); err != nil {
		return Set{}, err
	}
	return s, s.readModels(models)
}

// readIDs reads the ids of the documents: a string, or null, for each.
func (s *Set) readIDs(list []byte) error {
	for at, value := range scan.Indexed(list) {
		if at >= len(s.Documents) {
			return fmt.Errorf("document_ids: more than the %d documents", len(s.Documents))
		}
		var ok bool
		if s.Documents[at].ID, s.Documents[at].record, ok = readID(value); !ok {
			return fmt.Errorf(`document_ids[%d]: must be a string, an object with "_id", or null`, at)
		}
	}
	return nil
}

func (s *Set) readQueries(list []byte) error {
	for _, value := range scan.Elements(list) {
		q, err := readQuery(value, len(s.Documents))
		if err != nil {
			return fmt.Errorf("queries[%d]%w", len(s.Queries), err)
		}
		s.Queries = append(s.Queries, q)
	}
	return nil
}

// readQuery reads a query: a string, or an object with query and marks.
func readQuery(value []byte, docs int) (Query, error) {
	if scan.KindOf(value) == scan.String {
		return Query{Text: scan.Text(value)}, nil
	}
	if scan.KindOf(value) != scan.Object {
		return Query{}, errors.New(`: must be a string or {"query", "marks"}`)
	}
	q := Query{marks: map[int]int{}, missing: map[string]int{}}
	q.made = scan.Text(scan.Get(value, "query"))
	for m := range scan.Members(value) {
		switch m.Key {
		case "query":
			q.Text = scan.Text(m.Value)
		case "id":
			var ok bool
			if q.ID, q.record, ok = readID(m.Value); !ok {
				q.others = append(q.others, m)
			}
		case "candidates":
			var err error
			if q.Candidates, err = readCandidates(m.Value, docs); err != nil {
				return q, err
			}
		case "marks_for":
			q.made = scan.Text(m.Value)
		case "marks", "missing_marks":
			for mark := range scan.Members(m.Value) {
				d, err := strconv.Atoi(mark.Key)
				if m.Key == "marks" && (err != nil || d < 0 || d >= docs) {
					return q, fmt.Errorf(".marks[%q]: no document has this number; they count from 0 to %d", mark.Key, docs-1)
				}
				v, err := markOf(string(mark.Value))
				switch {
				case err != nil || v <= rank.None || v > MaxMark:
					return q, fmt.Errorf(".%s[%q]: must be a whole number from 0 to %d", m.Key, mark.Key, MaxMark)
				case m.Key == "marks":
					q.marks[d] = v
				default:
					q.missing[mark.Key] = v
				}
			}
		default:
			q.others = append(q.others, m)
		}
	}
	return q, nil
}

// readCandidates reads which documents are ranked for a query.
func readCandidates(list []byte, docs int) ([]int, error) {
	if scan.KindOf(list) != scan.Array {
		return nil, errors.New(".candidates: must be a list of documents, counted from 0")
	}
	candidates, seen := []int{}, map[int]bool{}
	for _, value := range scan.Elements(list) {
		d, err := strconv.Atoi(string(value))
		switch {
		case err != nil || d < 0 || d >= docs:
			return nil, fmt.Errorf(".candidates[%d]: no document has the number %s; they count from 0 to %d", len(candidates), compact(value), docs-1)
		case seen[d]:
			return nil, fmt.Errorf(".candidates[%d]: document %d is in the list twice", len(candidates), d)
		}
		candidates, seen[d] = append(candidates, d), true
	}
	return candidates, nil
}

func (s *Set) readModels(list []byte) error {
	for _, value := range scan.Elements(list) {
		m := Model{Slug: scan.Text(value)}
		if scan.KindOf(value) == scan.Object {
			m = ReadModel(value)
		}
		if m.Slug == "" {
			return fmt.Errorf("models[%d]: names no model", len(s.Models))
		}
		s.Models = append(s.Models, m)
	}
	return nil
}

// Opens reports whether Open reads a file: a set, a rerank request or a saved comparison.
func Opens(data []byte) bool {
	switch {
	case IsSet(data), isComparison(data):
		return true
	case scan.KindOf(data) != scan.Object || scan.Get(data, "input") != nil:
		return false
	}
	return scan.Get(data, "query") != nil || scan.Get(data, "documents") != nil
}

// isComparison reports whether a file is a table as written by Table.JSON.
func isComparison(data []byte) bool {
	return scan.KindOf(scan.Get(data, "counts_from")) == scan.Object && scan.KindOf(scan.Get(data, "columns")) == scan.Array
}

// fromComparison returns the set of a saved comparison, without its rankings.
func fromComparison(data []byte) (Set, error) {
	var s Set
	q := Query{Text: scan.Text(scan.Get(data, "query")), marks: map[int]int{}}
	if q.made = q.Text; scan.KindOf(scan.Get(data, "marks_for")) == scan.String {
		q.made = scan.Text(scan.Get(data, "marks_for"))
	}
	for i, row := range scan.Indexed(scan.Get(data, "documents")) {
		d, err := RawDocument(scan.Get(row, "document"))
		if err != nil {
			return Set{}, fmt.Errorf("documents[%d]: %w", i, err)
		}
		if mark, err := strconv.Atoi(string(scan.Get(row, "mark"))); err == nil && mark > rank.None && mark <= MaxMark {
			q.marks[i] = mark
		}
		s.Documents = append(s.Documents, d)
	}
	s.Queries = []Query{q}
	for _, column := range scan.Elements(scan.Get(data, "columns")) {
		if m := ReadModel(scan.Get(column, "asked")); m.Slug != "" {
			s.Models = append(s.Models, m)
		}
	}
	return s, nil
}
