package rerankset

import (
	"errors"
	"fmt"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// Opens reports whether Open reads a file: a set, a rerank request, a saved comparison, or
// the output of rerank --json.
func Opens(data []byte) bool {
	switch {
	case IsSet(data), isComparison(data), isRun(data), isRuns(data):
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

// isRun reports whether an object is a run as rerank --json prints it (CONTRACT).
func isRun(data []byte) bool {
	return scan.KindOf(scan.Get(data, "asked")) == scan.Object && scan.Get(data, "results") != nil && scan.Get(data, "timing") != nil
}

// isRuns reports whether a file is several runs as rerank --json prints them.
func isRuns(data []byte) bool {
	for _, run := range scan.Elements(scan.Get(data, "runs")) {
		return isRun(run)
	}
	return false
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

// fromRuns returns what the output of rerank --json holds of a set: the models with their
// settings, and the documents that were returned. It has no query.
func fromRuns(data []byte) (Set, error) {
	runs := [][]byte{data}
	if !isRun(data) {
		runs = nil
		for _, run := range scan.Elements(scan.Get(data, "runs")) {
			runs = append(runs, run)
		}
	}
	s := Set{Queries: []Query{{}}}
	byIndex, most := map[int]Document{}, -1
	for _, run := range runs {
		s.addAsked(scan.Get(run, "asked"))
		for _, result := range scan.Elements(scan.Get(run, "results")) {
			at, err := strconv.Atoi(string(scan.Get(result, "index")))
			d, wrong := RawDocument(scan.Get(result, "document"))
			if err != nil || wrong != nil || at < 0 {
				continue
			}
			if _, known := byIndex[at]; !known {
				byIndex[at], most = d, max(most, at)
			}
		}
	}
	if len(byIndex) == 0 {
		return Set{}, errors.New("no document is in it: nothing was ranked")
	}
	if len(byIndex) != most+1 {
		return Set{}, fmt.Errorf("%d of its documents were returned by a model and stand in it, of %d at least; open the request instead", len(byIndex), most+1)
	}
	for at := range most + 1 {
		s.Documents = append(s.Documents, plainDocument(byIndex[at]))
	}
	return s, nil
}

// plainDocument returns a document as a user writes it: a string where it is only a text,
// which results hold as {"text"}.
func plainDocument(d Document) Document {
	n := 0
	for range scan.Members(d.Raw) {
		n++
	}
	if text := scan.Get(d.Raw, "text"); n == 1 && scan.KindOf(text) == scan.String {
		return Document{Raw: text, Text: d.Text}
	}
	return d
}

// addAsked adds the model of a run with its settings.
func (s *Set) addAsked(asked []byte) {
	if m := ReadModel(asked); scan.KindOf(asked) == scan.Object && m.Slug != "" {
		s.Models = append(s.Models, m)
	}
}
