// Package dataset is a comparison of rerankers: queries, documents, marks, and models with their settings. A set is
// stored as JSON, builds requests, imports documents, and writes the table of a comparison.
package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
	"gatehouse/state/rank"
)

// MaxMark is the highest mark: 0 is useless, 3 exactly what was looked for.
const MaxMark = 3

// Set is one comparison. It is immutable: its methods return another set, which shares what did not change.
type Set struct {
	Queries   []Query
	Documents []Document
	Models    []Model
	Runs      []RunFile     // of other systems, in the order in which they were taken in
	unasked   int           // judged queries of the data set whose text it lacks
	others    []scan.Member // unknown members of the file, in order
}

// Query is one query, with the user's marks for its documents.
type Query struct {
	Text       string
	ID         string         // in the files that it came from; empty for none
	Candidates []int          // documents that are ranked, in the order of the request; nil: all
	record     []byte         // line of a data set that it came from; nil for none
	marks      map[int]int    // by document
	missing    map[string]int // marks of documents that the set lacks, by id
	made       string         // words for which the last mark was made
	others     []scan.Member
}

// Mark returns the mark of a document, or rank.None.
func (q Query) Mark(document int) int {
	if mark, ok := q.marks[document]; ok {
		return mark
	}
	return rank.None
}

// MarkedFor returns the words that the marks were made for, if the query has changed since, else "". A new mark adopts
// all marks for the new words.
func (q Query) MarkedFor() string {
	if q.Marked() == 0 || strings.TrimSpace(q.made) == strings.TrimSpace(q.Text) {
		return ""
	}
	return q.made
}

// SameMarks reports whether another query has the same marks for the same documents.
func (q Query) SameMarks(other Query) bool {
	return maps.Equal(q.marks, other.marks) && maps.Equal(q.missing, other.missing)
}

// Marked returns how many documents have a mark, with those that the set lacks.
func (q Query) Marked() int { return len(q.marks) + len(q.missing) }

// Document is one document of the request: a JSON string, or an object with text and image.
type Document struct {
	Raw  []byte // as spelled
	Text string // empty for none
	ID   string // in the files that it came from, never sent; empty for none

	record []byte // line of a data set that it came from; nil for none
}

// TextDocument returns a document that is a string.
func TextDocument(text string) Document { return Document{Raw: scan.Quote(text), Text: text} }

// RawDocument parses a document.
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

// longestImage is how much of an image's value is shown, in bytes.
const longestImage = 2000

// HasImage reports whether the document is an object with an image.
func (d Document) HasImage() bool { return scan.Get(d.Raw, "image") != nil }

// Image describes an image: by media type and size in bytes for a data URL (RFC 2397), else by the beginning of its
// value, with size 0.
func (d Document) Image() (what string, size int) {
	value := scan.Get(d.Raw, "image")
	if scan.KindOf(value) != scan.String {
		return string(value[:min(len(value), longestImage)]), 0
	}
	if media, size, ok := tree.ParseDataURL(scan.AsSpelled(scan.StringContent(value))); ok {
		return strings.Clone(media[:min(len(media), longestImage)]), size
	}
	return scan.TextStart(value, longestImage), 0
}

// WithMark marks a document for a query, 0 to MaxMark; rank.None removes the mark. Unknown indexes change nothing.
func (s Set) WithMark(query, document, mark int) Set {
	if query < 0 || query >= len(s.Queries) || document < 0 || document >= len(s.Documents) || mark > MaxMark {
		return s
	}
	q := s.Queries[query]
	q.marks = q.cloneMarks()
	if mark < 0 {
		delete(q.marks, document)
	} else {
		q.marks[document], q.made = mark, q.Text
	}
	return s.WithQuery(query, q)
}

// WithQuery replaces a query, or appends one at an index that is not taken.
func (s Set) WithQuery(at int, q Query) Set {
	s.Queries = with(s.Queries, at, q)
	return s
}

// with returns a copy of a list with another element at an index, or one more at an index that is not taken.
func with[T any](list []T, at int, element T) []T {
	list = slices.Clone(list)
	if at < 0 || at >= len(list) {
		return append(list, element)
	}
	list[at] = element
	return list
}

// without returns a copy of a list without the element at an index.
func without[T any](list []T, at int) []T {
	if at < 0 || at >= len(list) {
		return list
	}
	return slices.Delete(slices.Clone(list), at, at+1)
}

// WithQueryText changes a query's text; its marks remain.
func (s Set) WithQueryText(at int, text string) Set {
	q := Query{}
	if at >= 0 && at < len(s.Queries) {
		q = s.Queries[at]
	}
	q.Text = text
	return s.WithQuery(at, q)
}

// WithoutQuery removes a query with its marks.
func (s Set) WithoutQuery(at int) Set {
	s.Queries = without(s.Queries, at)
	return s
}

// Asking returns the set with just these queries. Those of the set, white space aside, retain their marks; others get
// as many candidates as those of the set.
func (s Set) Asking(texts ...string) Set {
	had, depth := s.Queries, s.Depth()
	s.Queries = nil
	var best func(string) []int
	for _, text := range texts {
		at := slices.IndexFunc(had, func(q Query) bool { return strings.TrimSpace(q.Text) == strings.TrimSpace(text) })
		switch {
		case at >= 0:
			s.Queries = append(s.Queries, had[at])
		case depth == 0:
			s.Queries = append(s.Queries, Query{Text: text})
		default:
			if best == nil {
				best = s.best(depth)
			}
			s.Queries = append(s.Queries, Query{Text: text, Candidates: best(text)})
		}
	}
	return s
}

// WithDocuments appends documents; one whose id has marks already gets these. Marks stay with their documents here and below.
func (s Set) WithDocuments(docs ...Document) Set {
	from := len(s.Documents)
	s.Documents = append(slices.Clip(s.Documents), docs...)
	for i, q := range s.Queries {
		if len(q.missing) == 0 {
			continue
		}
		q.marks, q.missing = q.cloneMarks(), maps.Clone(q.missing)
		for d := from; d < len(s.Documents); d++ {
			if mark, ok := q.missing[s.DocumentID(d)]; ok {
				q.marks[d] = mark
				delete(q.missing, s.DocumentID(d))
			}
		}
		s = s.WithQuery(i, q)
	}
	return s
}

// WithDocument replaces a document; the new one has its marks and its id.
func (s Set) WithDocument(at int, d Document) Set {
	if at >= 0 && at < len(s.Documents) {
		if d.ID == "" {
			d.ID, d.record = s.Documents[at].ID, s.Documents[at].record
		}
		s.Documents = slices.Clone(s.Documents)
		s.Documents[at] = d
	}
	return s
}

// WithoutDocument removes a document and its marks.
func (s Set) WithoutDocument(at int) Set {
	if at < 0 || at >= len(s.Documents) {
		return s
	}
	s.Documents = slices.Delete(slices.Clone(s.Documents), at, at+1)
	s.Queries = slices.Clone(s.Queries)
	behind := func(d int) int {
		switch {
		case d == at:
			return rank.None
		case d > at:
			return d - 1
		}
		return d
	}
	for i := range s.Queries {
		q := &s.Queries[i]
		q.marks, q.Candidates = moved(q.marks, behind), movedList(q.Candidates, behind)
	}
	return s
}

// WithoutDocuments removes all documents and marks.
func (s Set) WithoutDocuments() Set {
	s.Documents = nil
	s.Queries = slices.Clone(s.Queries)
	for i := range s.Queries {
		s.Queries[i].marks, s.Queries[i].missing, s.Queries[i].Candidates = nil, nil, nil
	}
	return s
}

// cloneMarks returns a copy of the marks, which is never nil.
func (q Query) cloneMarks() map[int]int {
	if q.marks == nil {
		return map[int]int{}
	}
	return maps.Clone(q.marks)
}

// moved moves marks along with their documents.
func moved(marks map[int]int, to func(document int) int) map[int]int {
	out := make(map[int]int, len(marks)+1)
	for d, mark := range marks {
		if d = to(d); d != rank.None {
			out[d] = mark
		}
	}
	return out
}

// WithModel replaces a model, or appends one at an unused index. A model may occur several times.
func (s Set) WithModel(at int, m Model) Set {
	s.Models = with(s.Models, at, m)
	return s
}

// WithoutModel removes a model.
func (s Set) WithoutModel(at int) Set {
	s.Models = without(s.Models, at)
	return s
}

// Joined adds the queries and models of another set; ok is false if its documents differ.
func (s Set) Joined(other Set) (joined Set, ok bool) {
	sameDocument := func(a, b Document) bool { return scan.Same(a.Raw, b.Raw) }
	if !slices.EqualFunc(s.Documents, other.Documents, sameDocument) {
		return s, false
	}
	for _, q := range other.Queries {
		if !slices.ContainsFunc(s.Queries, func(mine Query) bool { return mine.Text == q.Text }) {
			s = s.WithQuery(len(s.Queries), q)
		}
	}
	for _, m := range other.Models {
		if !slices.ContainsFunc(s.Models, m.Same) {
			s = s.WithModel(len(s.Models), m)
		}
	}
	return s, true
}
