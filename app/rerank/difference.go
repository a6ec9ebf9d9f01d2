package rerank

import (
	"fmt"
	"slices"

	"gatehouse/state/rerankset"
)

// difference says what differs between two snapshots of a set.
func difference(a, b snapshot) (what []string) {
	add := func(differs bool, words string) {
		if differs {
			what = append(what, words)
		}
	}
	add(b.file != nil, "the open file")
	if len(a.set.Queries) == len(b.set.Queries) {
		text, marks := differentQueries(a, b)
		add(text, "the query")
		add(marks && a.docs == b.docs, "a mark")
	} else {
		add(true, "a query")
	}
	switch n := len(b.set.Documents) - len(a.set.Documents); {
	case n != 0:
		add(true, counted(max(n, -n), "document"))
	case a.docs != b.docs:
		for i, d := range b.set.Documents {
			add(string(d.Raw) != string(a.set.Documents[i].Raw), fmt.Sprintf("document %d", i+1))
		}
	}
	add(!slices.EqualFunc(a.set.Models, b.set.Models, rerankset.Model.Same), "models or their settings")
	return what
}

// differentQueries reports whether the text of a query differs, and whether a
// mark does, between two snapshots with as many queries.
func differentQueries(a, b snapshot) (text, marks bool) {
	for i, q := range b.set.Queries {
		text = text || q.Text != a.set.Queries[i].Text
		for doc := range len(a.set.Documents) {
			marks = marks || q.Mark(doc) != a.set.Queries[i].Mark(doc)
		}
	}
	return text, marks
}
