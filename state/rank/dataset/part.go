package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gatehouse/state/rank"
)

// DocumentID returns the id of a document in files, or its number from 1.
func (s Set) DocumentID(document int) string {
	if document < len(s.Documents) && s.Documents[document].ID != "" {
		return s.Documents[document].ID
	}
	return strconv.Itoa(document + 1)
}

// QueryID returns the id of a query in files, or its number from 1.
func (s Set) QueryID(query int) string {
	if query < len(s.Queries) && s.Queries[query].ID != "" {
		return s.Queries[query].ID
	}
	return strconv.Itoa(query + 1)
}

// SameID returns an error if two documents, or two queries, have the same id.
func (s Set) SameID() error {
	return cmp.Or(sameID("documents", len(s.Documents), s.DocumentID), sameID("queries", len(s.Queries), s.QueryID))
}

func sameID(what string, n int, id func(int) string) error {
	seen := make(map[string]int, n)
	for i := range n {
		if first, has := seen[id(i)]; has {
			return fmt.Errorf("%s %d and %d have the same id, %s; give one of them another in the file of the set", what, first+1, i+1, id(i))
		}
		seen[id(i)] = i
	}
	return nil
}

// Count returns how many documents are ranked for a query.
func (s Set) Count(query int) int {
	if c := s.Queries[query].Candidates; c != nil {
		return len(c)
	}
	return len(s.Documents)
}

// Document returns the document at a place in a query's request; places after its end are those of beyond.
func (s Set) Document(query, place int) int {
	q := s.Queries[query]
	switch {
	case q.Candidates == nil:
		return place
	case place < len(q.Candidates):
		return q.Candidates[place]
	}
	return s.beyond(query)[place-len(q.Candidates)]
}

// beyond returns the documents with a mark for a query that are not ranked for it.
func (s Set) beyond(query int) (docs []int) {
	q := s.Queries[query]
	if q.Candidates == nil {
		return nil
	}
	ranked := make(map[int]bool, len(q.Candidates))
	for _, doc := range q.Candidates {
		ranked[doc] = true
	}
	for doc := range q.marks {
		if !ranked[doc] {
			docs = append(docs, doc)
		}
	}
	slices.Sort(docs)
	return docs
}

// Marks returns the marks of a query by place in its request, then those of beyond; rank.None for none.
func (s Set) Marks(query int) []int {
	q := s.Queries[query]
	if q.Candidates == nil {
		return s.AllMarks(query)
	}
	marks := make([]int, 0, len(q.Candidates))
	for _, doc := range append(slices.Clip(q.Candidates), s.beyond(query)...) {
		marks = append(marks, q.Mark(doc))
	}
	return marks
}

// AllMarks returns the marks of a query, one a document of the set; rank.None for none.
func (s Set) AllMarks(query int) []int {
	marks := make([]int, len(s.Documents))
	for i := range marks {
		marks[i] = s.Queries[query].Mark(i)
	}
	return marks
}

// movedList moves a list of documents along with them.
func movedList(list []int, to func(document int) int) []int {
	if list == nil {
		return nil
	}
	out := make([]int, 0, len(list))
	for _, d := range list {
		if d = to(d); d != rank.None {
			out = append(out, d)
		}
	}
	return out
}
