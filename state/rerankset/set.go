// Package rerankset is what a comparison of rerankers is made of: queries,
// documents, a person's marks, and models with their settings. A set is kept
// as JSON, builds the request of each of its runs, takes documents in from
// other formats, and writes the table of a comparison.
package rerankset

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// MaxMark is the highest mark: of no use is 0, just what was looked for is 3.
const MaxMark = 3

// Set is one comparison. Its methods leave it as it is and return another,
// which shares what did not change.
type Set struct {
	Queries   []Query
	Documents []Document
	Models    []Model
	others    []scan.Member // members of the file that are not ours, in their order
}

// Query is one query, with the marks that a person gave documents for it.
type Query struct {
	Text   string
	marks  map[int]int // by document
	made   string      // words for which the last mark was made
	others []scan.Member
}

// Mark returns the mark of a document, or rank.None.
func (q Query) Mark(document int) int {
	if mark, ok := q.marks[document]; ok {
		return mark
	}
	return rank.None
}

// MarkedFor returns the words that the marks were made for, where the query has
// other words now; else nothing. Who goes on marking with the new words has made
// all marks theirs.
func (q Query) MarkedFor() string {
	if len(q.marks) == 0 || strings.TrimSpace(q.made) == strings.TrimSpace(q.Text) {
		return ""
	}
	return q.made
}

// Marked returns how many documents have a mark.
func (q Query) Marked() int { return len(q.marks) }

// Document is one document as it stands in the request: a JSON string, or an
// object with text and image.
type Document struct {
	Raw  []byte // as it is spelled
	Text string // empty where it has none
}

// TextDocument makes a document of a plain string.
func TextDocument(text string) Document { return Document{Raw: scan.Quote(text), Text: text} }

// RawDocument makes a document of JSON. The error says what it must be.
func RawDocument(value []byte) (Document, error) {
	if err := scan.Check(value); err != nil {
		return Document{}, err
	}
	switch scan.KindOf(value) {
	case scan.String:
		return Document{Raw: value, Text: scan.Text(value)}, nil
	case scan.Object:
		text, image := scan.Get(value, "text"), scan.Get(value, "image")
		if text == nil && image == nil {
			return Document{}, fmt.Errorf("an object without text and image; choose the field that holds the text")
		}
		return Document{Raw: value, Text: scan.Text(text)}, nil
	}
	return Document{}, fmt.Errorf("neither a string nor an object; a document is a string or {\"text\", \"image\"}")
}

// Marks returns the marks of a query, one a document, rank.None where there is
// none: what rank.Judge takes.
func (s Set) Marks(query int) []int {
	marks := make([]int, len(s.Documents))
	for i := range marks {
		marks[i] = s.Queries[query].Mark(i)
	}
	return marks
}

// WithMark marks a document for a query, 0 to MaxMark; rank.None takes its
// mark away. What the set does not have stays unmarked.
func (s Set) WithMark(query, document, mark int) Set {
	if query < 0 || query >= len(s.Queries) || document < 0 || document >= len(s.Documents) || mark > MaxMark {
		return s
	}
	q := s.Queries[query]
	q.marks = moved(q.marks, func(d int) int { return d })
	if mark < 0 {
		delete(q.marks, document)
	} else {
		q.marks[document], q.made = mark, q.Text
	}
	return s.WithQuery(query, q)
}

// WithQuery puts a query in the place of another, behind the last one where
// the place is not taken.
func (s Set) WithQuery(at int, q Query) Set {
	s.Queries = slices.Clone(s.Queries)
	if at < 0 || at >= len(s.Queries) {
		s.Queries = append(s.Queries, q)
	} else {
		s.Queries[at] = q
	}
	return s
}

// WithQueryText changes what a query says and keeps its marks.
func (s Set) WithQueryText(at int, text string) Set {
	q := Query{}
	if at >= 0 && at < len(s.Queries) {
		q = s.Queries[at]
	}
	q.Text = text
	return s.WithQuery(at, q)
}

// WithoutQuery takes a query out, with its marks.
func (s Set) WithoutQuery(at int) Set {
	if at >= 0 && at < len(s.Queries) {
		s.Queries = slices.Delete(slices.Clone(s.Queries), at, at+1)
	}
	return s
}

// WithDocuments puts documents behind those that are there. Marks keep to
// their documents here and below.
func (s Set) WithDocuments(docs ...Document) Set {
	s.Documents = append(slices.Clip(s.Documents), docs...)
	return s
}

// WithDocument puts a document in the place of another, whose marks it takes
// over.
func (s Set) WithDocument(at int, d Document) Set {
	if at >= 0 && at < len(s.Documents) {
		s.Documents = slices.Clone(s.Documents)
		s.Documents[at] = d
	}
	return s
}

// WithoutDocument takes a document and its marks out of the set.
func (s Set) WithoutDocument(at int) Set {
	if at < 0 || at >= len(s.Documents) {
		return s
	}
	s.Documents = slices.Delete(slices.Clone(s.Documents), at, at+1)
	s.Queries = slices.Clone(s.Queries)
	for i := range s.Queries {
		s.Queries[i].marks = moved(s.Queries[i].marks, func(d int) int {
			switch {
			case d == at:
				return rank.None
			case d > at:
				return d - 1
			}
			return d
		})
	}
	return s
}

// WithoutDocuments takes all documents out, and with them all marks.
func (s Set) WithoutDocuments() Set {
	s.Documents = nil
	s.Queries = slices.Clone(s.Queries)
	for i := range s.Queries {
		s.Queries[i].marks = nil
	}
	return s
}

// moved copies marks to where their documents have gone.
func moved(marks map[int]int, to func(document int) int) map[int]int {
	out := make(map[int]int, len(marks)+1)
	for d, mark := range marks {
		if d = to(d); d != rank.None {
			out[d] = mark
		}
	}
	return out
}

// WithModel puts a model in the place of another, behind the last one where
// the place is not taken. The same model may stand there several times.
func (s Set) WithModel(at int, m Model) Set {
	s.Models = slices.Clone(s.Models)
	if at < 0 || at >= len(s.Models) {
		s.Models = append(s.Models, m)
	} else {
		s.Models[at] = m
	}
	return s
}

// WithoutModel takes a model out.
func (s Set) WithoutModel(at int) Set {
	if at >= 0 && at < len(s.Models) {
		s.Models = slices.Delete(slices.Clone(s.Models), at, at+1)
	}
	return s
}
