package rerankset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// kind is the member that identifies a file as a set.
const kind = "rerank-set"

// JSON writes the set as a file: kind, queries with their marks by document from 0 (and
// with marks_for where these were made for other words), documents, models, then the
// unknown members of the file it was opened from. It ends in a newline. The error is
// scan.ErrDepth.
func (s Set) JSON() ([]byte, error) {
	queries := make([][]byte, len(s.Queries))
	for i, q := range s.Queries {
		queries[i] = q.json()
	}
	models := make([][]byte, len(s.Models))
	for i, m := range s.Models {
		models[i] = m.JSON()
	}
	w := writer{buf: make([]byte, 0, s.Size()+1024)}
	w.member("kind", scan.Quote(kind))
	w.list("queries", len(queries), func(i int) []byte { return queries[i] })
	w.list("documents", len(s.Documents), func(i int) []byte { return s.Documents[i].Raw })
	w.list("models", len(models), func(i int) []byte { return models[i] })
	for _, m := range s.others {
		w.member(m.Key, m.Value)
	}
	out, err := w.end()
	if err != nil {
		return nil, err
	}
	return append(out, '\n'), nil
}

func (q Query) json() []byte {
	members := []scan.Member{{Key: "query", Value: scan.Quote(q.Text)}}
	if len(q.marks) > 0 {
		var marks []scan.Member
		for _, d := range slices.Sorted(maps.Keys(q.marks)) {
			marks = append(marks, scan.Member{Key: strconv.Itoa(d), Value: strconv.AppendInt(nil, int64(q.marks[d]), 10)})
		}
		members = append(members, scan.Member{Key: "marks", Value: object(marks)})
		if words := q.MarkedFor(); words != "" {
			members = append(members, scan.Member{Key: "marks_for", Value: scan.Quote(words)})
		}
	}
	return object(append(members, q.others...))
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

// Open reads a set from a file. A rerank request opens as a set of one query and one
// model, a saved comparison as its set, and the output of rerank --json as what it holds
// of a set. An error names the position in the file.
func Open(data []byte) (Set, error) {
	if err := scan.Check(data); err != nil {
		return Set{}, err
	}
	switch {
	case IsSet(data):
	case isComparison(data):
		return fromComparison(data)
	case isRun(data), isRuns(data):
		return fromRuns(data)
	default:
		if scan.Get(data, "query") == nil && scan.Get(data, "documents") == nil {
			return Set{}, errors.New(`no rerank set: it has neither "kind": "` + kind + `" nor a query and documents`)
		}
		return FromRequest(data)
	}
	var s Set
	var queries, models []byte
	for m := range scan.Members(data) {
		switch m.Key {
		case "kind":
		case "queries":
			queries = m.Value
		case "models":
			models = m.Value
		case "documents":
			var err error
			if s.Documents, err = documents(m.Value); err != nil {
				return Set{}, err
			}
		default:
			s.others = append(s.others, m)
		}
	}
	if err := s.readQueries(queries); err != nil {
		return Set{}, err
	}
	return s, s.readModels(models)
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
	q := Query{marks: map[int]int{}}
	q.made = scan.Text(scan.Get(value, "query"))
	for m := range scan.Members(value) {
		switch m.Key {
		case "query":
			q.Text = scan.Text(m.Value)
		case "marks_for":
			q.made = scan.Text(m.Value)
		case "marks":
			for mark := range scan.Members(m.Value) {
				d, err := strconv.Atoi(mark.Key)
				if err != nil || d < 0 || d >= docs {
					return q, fmt.Errorf(".marks[%q]: no document has this number; they count from 0 to %d", mark.Key, docs-1)
				}
				v, err := strconv.Atoi(string(mark.Value))
				if err != nil || v <= rank.None || v > MaxMark {
					return q, fmt.Errorf(".marks[%q]: must be a whole number from 0 to %d", mark.Key, MaxMark)
				}
				q.marks[d] = v
			}
		default:
			q.others = append(q.others, m)
		}
	}
	return q, nil
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
