package rerankset

import (
	"fmt"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

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

// isComparison reports whether a file is the table of a comparison as JSON (see
// Table.JSON).
func isComparison(data []byte) bool {
	return scan.KindOf(scan.Get(data, "counts_from")) == scan.Object && scan.KindOf(scan.Get(data, "columns")) == scan.Array
}

// fromComparison returns the set of a saved comparison: its query with the marks, its
// documents, and the models with their settings. The rankings are not part of a set.
func fromComparison(data []byte) (Set, error) {
	var s Set
	q := Query{Text: scan.Text(scan.Get(data, "query")), marks: map[int]int{}}
	if q.made = q.Text; scan.KindOf(scan.Get(data, "marks_for")) == scan.String {
		q.made = scan.Text(scan.Get(data, "marks_for"))
	}
	for i, row := range scan.Elements(scan.Get(data, "documents")) {
		d, err := RawDocument(scan.Get(row, "document"))
		if err != nil {
			return Set{}, fmt.Errorf("documents[%d]: %w", i, err)
		}
		if mark, err := strconv.Atoi(string(scan.Get(row, "mark"))); err == nil && mark > rank.None && mark <= MaxMark {
			q.marks[len(s.Documents)] = mark
		}
		s.Documents = append(s.Documents, d)
	}
	s.Queries = []Query{q}
	for _, column := range scan.Elements(scan.Get(data, "columns")) {
		s.addAsked(scan.Get(column, "asked"))
	}
	return s, nil
}

// addAsked adds the model of a run with its settings.
func (s *Set) addAsked(asked []byte) {
	if m := ReadModel(asked); scan.KindOf(asked) == scan.Object && m.Slug != "" {
		s.Models = append(s.Models, m)
	}
}
