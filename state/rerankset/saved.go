package rerankset

import (
	"errors"
	"fmt"
	"strconv"

	"gatehouse/state/rank"
	"gatehouse/state/raw"
)

// Opens reports whether a file is one that Open reads: a set, a rerank request, a
// saved comparison, or what rerank --json printed.
func Opens(data []byte) bool {
	switch {
	case IsSet(data), isComparison(data), isRun(data), isRuns(data):
		return true
	case raw.KindOf(data) != raw.Object || raw.Get(data, "input") != nil:
		return false
	}
	return raw.Get(data, "query") != nil || raw.Get(data, "documents") != nil
}

// isComparison reports whether a file is the table of a comparison as JSON (see
// Table.JSON).
func isComparison(data []byte) bool {
	return raw.KindOf(raw.Get(data, "counts_from")) == raw.Object && raw.KindOf(raw.Get(data, "columns")) == raw.Array
}

// isRun reports whether an object is a run as rerank --json prints it (CONTRACT).
func isRun(data []byte) bool {
	return raw.KindOf(raw.Get(data, "asked")) == raw.Object && raw.Get(data, "results") != nil && raw.Get(data, "timing") != nil
}

// isRuns reports whether a file is several runs as rerank --json prints them.
func isRuns(data []byte) bool {
	for _, run := range raw.Elements(raw.Get(data, "runs")) {
		return isRun(run)
	}
	return false
}

// fromComparison makes the set that a saved comparison was of: its query with the
// marks, its documents, and the models as they were asked. Who ranked what is not
// part of a set.
func fromComparison(data []byte) (Set, error) {
	var s Set
	q := Query{Text: raw.Text(raw.Get(data, "query")), marks: map[int]int{}}
	if q.made = q.Text; raw.KindOf(raw.Get(data, "marks_for")) == raw.String {
		q.made = raw.Text(raw.Get(data, "marks_for"))
	}
	for i, row := range raw.Elements(raw.Get(data, "documents")) {
		d, err := RawDocument(raw.Get(row, "document"))
		if err != nil {
			return Set{}, fmt.Errorf("documents[%d]: %w", i, err)
		}
		if mark, err := strconv.Atoi(string(raw.Get(row, "mark"))); err == nil && mark > rank.None && mark <= MaxMark {
			q.marks[len(s.Documents)] = mark
		}
		s.Documents = append(s.Documents, d)
	}
	s.Queries = []Query{q}
	for _, column := range raw.Elements(raw.Get(data, "columns")) {
		s.addAsked(raw.Get(column, "asked"))
	}
	return s, nil
}

// fromRuns makes the set of what rerank --json printed, as far as that holds it:
// the models as they were asked, and the documents that a model returned. The
// query is not in it.
func fromRuns(data []byte) (Set, error) {
	runs := [][]byte{data}
	if !isRun(data) {
		runs = nil
		for _, run := range raw.Elements(raw.Get(data, "runs")) {
			runs = append(runs, run)
		}
	}
	s := Set{Queries: []Query{{}}}
	byIndex, most := map[int]Document{}, -1
	for _, run := range runs {
		s.addAsked(raw.Get(run, "asked"))
		for _, result := range raw.Elements(raw.Get(run, "results")) {
			at, err := strconv.Atoi(string(raw.Get(result, "index")))
			d, wrong := RawDocument(raw.Get(result, "document"))
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

// plainDocument is a document as one writes it: a string where it is nothing but
// a text, which results hold as {"text"}.
func plainDocument(d Document) Document {
	n := 0
	for range raw.Members(d.Raw) {
		n++
	}
	if text := raw.Get(d.Raw, "text"); n == 1 && raw.KindOf(text) == raw.String {
		return Document{Raw: text, Text: d.Text}
	}
	return d
}

// addAsked adds the model of a run with the settings that it was asked with.
func (s *Set) addAsked(asked []byte) {
	if m := ReadModel(asked); raw.KindOf(asked) == raw.Object && m.Slug != "" {
		s.Models = append(s.Models, m)
	}
}
