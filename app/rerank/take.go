package rerank

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/rank/dataset"
)

// replaceRequest puts an edited request into the set: its query, documents and model. A large one is read in the
// background.
func (s *Screen) replaceRequest(doc []byte) tea.Cmd {
	t := requestTaken{screen: s, doc: doc, opened: s.file.opened, at: s.at, query: s.set.Queries[s.at].Text}
	if o := s.Overlays.Top(); o != nil {
		t.in = o.ID
	}
	var ok bool
	if t.model, ok = s.ranking.Column(); !ok {
		return s.refuseRequest(errors.New("no model to use this request with"), t.in)
	}
	t.asked = s.set.Models[t.model]
	return t.start()
}

// requestTaken has the set after that.
type requestTaken struct {
	screen *Screen
	doc    []byte
	in     screen.ID // the overlay where it was written
	serial uint64    // number of the request
	edit   uint64    // that had made the set
	opened uint64    // number of the set's opening
	query  string    // for which it was written
	at     int       // place of that query
	asked  dataset.Model
	model  int // place of that model

	set   dataset.Set
	other bool   // its documents are others
	plain []byte // the request as the set writes it; nil where something is missing now
	err   error
}

// start reads the request into the set, for the query and the model that it was written for.
func (t requestTaken) start() tea.Cmd {
	s := t.screen
	var ok bool
	if t.opened != s.file.opened {
		return s.refuseRequest(errors.New("another set is open now"), t.in)
	}
	if t.at, ok = placeOfQuery(s.set, t.query, t.at); !ok {
		return s.refuseRequest(errors.New("the query has changed"), t.in)
	}
	if t.model, ok = placeOfModel(s.set, t.asked, t.model); !ok {
		return s.refuseRequest(errors.New("the model has changed"), t.in)
	}
	s.replaced++
	t.serial, t.edit, t.set = s.replaced, s.edit, s.set
	if len(t.doc) <= screen.Quick {
		return t.read().Land()
	}
	return func() tea.Msg { return t.read() }
}

// read puts the request into the set.
func (t requestTaken) read() requestTaken {
	from, err := dataset.FromRequest(t.doc)
	if err == nil && (len(from.Models) == 0 || len(from.Queries) == 0) {
		err = errors.New("a request needs a model and a query")
	}
	if t.err = err; err != nil {
		return t
	}
	t.other = !slices.EqualFunc(t.set.Documents, from.Documents, func(a, b dataset.Document) bool { return scan.Same(a.Raw, b.Raw) })
	t.set = t.set.WithQueryText(t.at, from.Queries[0].Text).WithModel(t.model, from.Models[0])
	if t.other {
		t.set = withDocuments(t.set, from.Documents)
	}
	t.plain, _ = t.set.Request(t.at, t.model)
	return t
}

func (t requestTaken) Land() tea.Cmd {
	s := t.screen
	switch {
	case t.serial != s.replaced:
		return nil // a later one is on its way
	case t.edit != s.edit:
		t.other = false
		return t.start()
	case t.err != nil:
		return s.refuseRequest(t.err, t.in)
	case t.other:
		s.changeDocuments(t.set, t.in)
	default:
		s.change(t.set, t.in, nil)
	}
	s.showRequest(t.plain, t.in)
	return nil
}

// withDocuments replaces the documents of a set; marks stay at their places.
func withDocuments(s dataset.Set, docs []dataset.Document) dataset.Set {
	const few = 50 // changes; the list is copied for each
	var other []int
	for i := range min(len(docs), len(s.Documents)) {
		if !scan.Same(docs[i].Raw, s.Documents[i].Raw) {
			other = append(other, i)
		}
	}
	if len(other) > few || len(docs) < len(s.Documents)-few {
		return s.WithoutDocuments().WithDocuments(docs...)
	}
	for _, i := range other {
		s = s.WithDocument(i, docs[i])
	}
	for len(s.Documents) > len(docs) {
		s = s.WithoutDocument(len(s.Documents) - 1)
	}
	return s.WithDocuments(docs[len(s.Documents):]...)
}
