package dataset

import (
	"bytes"
	"errors"
	"fmt"

	"gatehouse/client/scan"
	"gatehouse/state/history/output"
)

// What a run lacks; each error is shown at a field.
var (
	ErrNoQuery     = errors.New("the query is empty; write what the documents are ranked against")
	ErrNoDocuments = errors.New("there are no documents; type or paste some, or load a file")
	ErrNoModel     = errors.New("there is no model; add a reranker")
)

// Request writes the request of a run as JSON, indented by two spaces: model, query, documents, settings. The error is
// one of those above, or scan.ErrDepth.
func (s Set) Request(query, model int) ([]byte, error) {
	if err := s.Missing(query, model); err != nil {
		return nil, err
	}
	documents := make([][]byte, s.Count(query))
	for i := range documents {
		documents[i] = s.Documents[s.Document(query, i)].Raw
	}
	m := s.Models[model]
	return scan.AppendIndent(nil, object(append([]scan.Member{
		{Key: "model", Value: scan.Quote(m.Slug)},
		{Key: "query", Value: scan.Quote(s.Queries[query].Text)},
		{Key: "documents", Value: output.List(documents...)},
	}, m.Settings...)), "")
}

// Missing returns what a run lacks, one of the errors above; nil for nothing.
func (s Set) Missing(query, model int) error {
	switch {
	case model < 0 || model >= len(s.Models) || s.Models[model].Slug == "":
		return ErrNoModel
	case query < 0 || query >= len(s.Queries) || s.Queries[query].Text == "":
		return ErrNoQuery
	case s.Count(query) == 0:
		return ErrNoDocuments
	}
	return nil
}

// Size estimates the bytes of the documents.
func (s Set) Size() int {
	n := 0
	for _, d := range s.Documents {
		n += len(d.Raw) + 8
	}
	return n
}

// FromRequest returns the set of a rerank request: one query, and the model with all other members as settings.
func FromRequest(body []byte) (Set, error) {
	if err := scan.Check(body); err != nil {
		return Set{}, err
	}
	if scan.KindOf(body) != scan.Object {
		return Set{}, errors.New("no JSON object; a rerank request has model, query and documents")
	}
	docs, err := documents(scan.Get(body, "documents"))
	if err != nil {
		return Set{}, err
	}
	s := Set{Documents: docs, Queries: []Query{{Text: scan.Text(scan.Get(body, "query"))}}}
	if m := ReadModel(body); m.Slug != "" {
		s.Models = []Model{m}
	}
	return s, nil
}

// documents reads a list of documents as a request has it.
func documents(list []byte) ([]Document, error) {
	if !scan.IsNull(list) && scan.KindOf(list) != scan.Array {
		return nil, errors.New("documents: must be a list of strings or objects")
	}
	var docs []Document
	for _, value := range scan.Elements(list) {
		d, err := RawDocument(value)
		if err != nil {
			return nil, fmt.Errorf("documents[%d]: %w", len(docs), err)
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// writer writes the members of a file with one object.
type writer struct {
	buf []byte
	err error
}

func (w *writer) key(name string) {
	mark := byte(',')
	if len(w.buf) == 0 {
		mark = '{'
	}
	w.buf = fmt.Appendf(append(w.buf, mark), "\n  %s: ", scan.Quote(name))
}

// member writes a value that is indented by two spaces.
func (w *writer) member(name string, v []byte) {
	w.key(name)
	if w.err == nil {
		w.buf, w.err = scan.AppendIndent(w.buf, v, "  ")
	}
}

// lines writes an array, each of whose values has a line and is written as it is.
func (w *writer) lines(name string, values [][]byte) {
	w.key(name)
	if len(values) == 0 {
		w.buf = append(w.buf, "[]"...)
		return
	}
	w.buf = fmt.Appendf(w.buf, "[\n    %s\n  ]", bytes.Join(values, []byte(",\n    ")))
}

// end returns the file, which ends in a newline. The error is scan.ErrDepth.
func (w *writer) end() ([]byte, error) { return append(w.buf, "\n}\n"...), w.err }
