package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gatehouse/state/answer/figures"
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

// Document returns the document at a place in a query's request; places after its end are
// the marked documents that are not ranked.
func (s Set) Document(query, place int) int {
	q := s.Queries[query]
	switch {
	case q.Candidates == nil:
		return place
	case place < len(q.Candidates):
		return q.Candidates[place]
	}
	return s.unrankedMarked(query)[place-len(q.Candidates)]
}

// unrankedMarked returns the documents with a mark for a query that are not ranked for it.
func (s Set) unrankedMarked(query int) (docs []int) {
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

// Marks returns the marks of a query by place in its request, then those of the marked documents that are not ranked,
// then those of documents that the set lacks; rank.None for none.
func (s Set) Marks(query int) []int {
	q := s.Queries[query]
	if q.Candidates == nil {
		return s.AllMarks(query)
	}
	marks := make([]int, 0, len(q.Candidates))
	for _, doc := range append(slices.Clip(q.Candidates), s.unrankedMarked(query)...) {
		marks = append(marks, q.Mark(doc))
	}
	return q.withMissing(marks)
}

// AllMarks returns the marks of a query, one a document of the set, rank.None for none; then those of documents that the
// set lacks, which no model returns: as in trec_eval they count as missed.
func (s Set) AllMarks(query int) []int {
	marks := make([]int, len(s.Documents))
	for i := range marks {
		marks[i] = s.Queries[query].Mark(i)
	}
	return s.Queries[query].withMissing(marks)
}

// missingIDs returns the ids of documents with a mark that the set lacks, in the order of their marks in AllMarks.
func (q Query) missingIDs() []string { return slices.Sorted(maps.Keys(q.missing)) }

func (q Query) withMissing(marks []int) []int {
	for _, id := range q.missingIDs() {
		marks = append(marks, q.missing[id])
	}
	return marks
}

// judged returns the marks of a query by the ids of their documents: those of the set, then others.
func (s Set) judged(query int) (all []Qrel) {
	q := s.Queries[query]
	for _, doc := range slices.Sorted(maps.Keys(q.marks)) {
		all = append(all, Qrel{s.QueryID(query), s.DocumentID(doc), q.marks[doc]})
	}
	for _, id := range q.missingIDs() {
		all = append(all, Qrel{s.QueryID(query), id, q.missing[id]})
	}
	return all
}

// ids returns the ids of all documents and queries, and of the documents with a mark that the set lacks.
func (s Set) ids() (all []string) {
	for i := range s.Documents {
		all = append(all, s.DocumentID(i))
	}
	for i, q := range s.Queries {
		all = append(append(all, q.missingIDs()...), s.QueryID(i))
	}
	return all
}

// Notes describe which documents are ranked, and what the judgements name that the set does not have; nil for nothing.
func (s Set) Notes() (notes []string) {
	marks := 0
	for _, q := range s.Queries {
		marks += len(q.missing)
	}
	if chosen := s.Chosen(); chosen != "" {
		notes = append(notes, chosen)
	}
	if s.unasked > 0 {
		notes = append(notes, figures.Counted(s.unasked, "judged query")+" without a text: not ranked")
	}
	if marks > 0 {
		notes = append(notes, figures.Counted(marks, "mark")+" of documents that the set lacks: counted as not returned")
	}
	return notes
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
