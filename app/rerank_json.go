package app

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/source"
)

// editRequest opens the request of the cursor's model as JSON.
func (m *Model) editRequest() tea.Cmd {
	model, ok := m.rankings.ranking.Column()
	if !ok {
		return m.Notify("there is no model yet; %s adds one", m.Keys.Name(views.ActRankAddModel))
	}
	return m.editRequestOf(model)
}

// editRequestOf writes the request of a model beside the screen, and opens it.
func (m *Model) editRequestOf(model int) tea.Cmd {
	r := &m.rankings
	if err := r.set.Missing(r.at, model); err != nil {
		return m.refuse(err.Error())
	}
	r.ranking.SelectColumn(model)
	return m.writeRequest(requestOpened{model: model})
}

// betweenKeys is how large a set's documents may be, in bytes, for a request to be
// written between two keys: it takes 2 to 20 ms, beside the wait for what was undone.
const betweenKeys = 4 << 20

// writeRequest writes a request of the query that is shown beside the screen; one
// that is being edited at once, before more is written there, unless it is huge.
func (m *Model) writeRequest(o requestOpened) tea.Cmd {
	set := m.rankings.set
	o.edit, o.at = m.rankings.edit, m.rankings.at
	write := func() tea.Msg {
		o.doc, o.err = set.Request(o.at, o.model)
		return o
	}
	if o.in != "" && set.Size() <= betweenKeys {
		return write().(requestOpened).apply(m)
	}
	return write
}

// requestOpened brings the request of a model that is to be edited.
type requestOpened struct {
	model, at int
	edit      uint64    // that had made the set
	in        screen.ID // where it is being edited; empty where it is to be opened
	doc       []byte
	err       error
}

func (o requestOpened) apply(m *Model) tea.Cmd {
	r := &m.rankings
	switch {
	case o.in != "":
		if r.edit == o.edit { // else it was written on
			m.showRequest(o.doc, o.in)
		}
		return nil
	case o.err != nil:
		return m.refuse(o.err.Error())
	case m.screens.shown != rerankScreen || m.Overlays.Top() != nil || r.edit != o.edit || r.at != o.at:
		return nil // something else is being done by now
	}
	s := source.New(m.Styles, m.Keys)
	s.SetDocument(o.doc, r.edit)
	return m.OpenOverlay("Request to "+r.label(o.model), requestJSON{s, m.Keys})
}

// requestJSON is the JSON of a request in an overlay.
type requestJSON struct {
	*source.Model
	keys *views.Keys
}

// Wanted returns the size in which a request is read well.
func (requestJSON) Wanted() (width, height int) { return 100, 30 }

// Update implements views.Pane: what was written is taken back there too.
func (j requestJSON) Update(msg tea.Msg) views.Answer {
	switch j.keys.Asked(msg, views.Global) {
	case views.ActUndo:
		if j.GiveUp() {
			return views.AnswerOf(nil, nil, true) // broken text is no edit: what is in force comes back
		}
		return views.AnswerOf(views.Undo{}, nil, false)
	case views.ActRedo:
		return views.AnswerOf(views.Redo{}, nil, false)
	}
	return j.Model.Update(msg)
}

// replaceRank takes a whole request from raw editing: its query, documents and
// model are those of the set now. A large one is read beside the screen.
func (m *Model) replaceRank(doc []byte) tea.Cmd {
	r := &m.rankings
	t := requestTaken{doc: doc, of: r.of, at: r.at, query: r.set.Queries[r.at].Text}
	if o := m.Overlays.Top(); o != nil {
		t.in = o.ID
	}
	var ok bool
	if t.model, ok = r.ranking.Column(); !ok {
		return m.refuseRequest(errors.New("there is no model that it could be the request to"), t.in)
	}
	t.asked = r.set.Models[t.model]
	return m.takeRequest(t)
}

// takeRequest makes a request the set's, for the query and the model that it
// was written for.
func (m *Model) takeRequest(t requestTaken) tea.Cmd {
	r := &m.rankings
	var ok bool
	if t.of != r.of {
		return m.refuseRequest(errors.New("the set is another by now"), t.in)
	}
	if t.at, ok = placeOfQuery(r.set, t.query, t.at); !ok {
		return m.refuseRequest(errors.New("the query is another by now"), t.in)
	}
	if t.model, ok = placeOfModel(r.set, t.asked, t.model); !ok {
		return m.refuseRequest(errors.New("the model is another by now"), t.in)
	}
	r.replaced++
	t.serial, t.edit = r.replaced, r.edit
	set := r.set
	work := func() tea.Msg {
		t.take(set)
		return t
	}
	if len(t.doc) > screen.Quick {
		return work
	}
	return work().(requestTaken).apply(m)
}

// requestTaken brings the set that a request makes of another.
type requestTaken struct {
	doc    []byte
	serial uint64
	in     screen.ID // where it was written
	edit   uint64    // that had made the set
	of     uint64    // opening of the set for which it was written
	query  string    // for which it was written, and where that stood
	at     int
	asked  rerankset.Model // which it was written for, and where that stood
	model  int

	set   rerankset.Set
	other bool // its documents are others
	plain []byte
	err   error
}

// take makes the set of the request, and the request as the set writes it.
func (t *requestTaken) take(set rerankset.Set) {
	from, err := rerankset.FromRequest(t.doc)
	if err == nil && (len(from.Models) == 0 || len(from.Queries) == 0) {
		err = errors.New("a request names a model and a query")
	}
	if t.err = err; err != nil {
		return
	}
	t.set = set.WithQueryText(t.at, from.Queries[0].Text).WithModel(t.model, from.Models[0])
	t.other = !slices.EqualFunc(set.Documents, from.Documents, func(a, b rerankset.Document) bool { return scan.Same(a.Raw, b.Raw) })
	if t.other {
		t.set = withDocuments(t.set, from.Documents)
	}
	t.plain, _ = t.set.Request(t.at, t.model) // nil where something is missing now
}

func (t requestTaken) apply(m *Model) tea.Cmd {
	r := &m.rankings
	switch {
	case t.serial != r.replaced:
		return nil // a later one is on its way
	case t.edit != r.edit:
		return m.takeRequest(requestTaken{doc: t.doc, in: t.in, of: t.of, query: t.query, at: t.at, asked: t.asked, model: t.model})
	case t.err != nil:
		return m.refuseRequest(t.err, t.in)
	}
	m.editSet(t.set, t.in, nil)
	if t.other {
		r.otherDocuments()
	}
	m.showRequest(t.plain, t.in)
	return nil
}

// showRequest gives the JSON that is being edited in an overlay the document in
// force, if there is one.
func (m *Model) showRequest(doc []byte, in screen.ID) {
	if o := m.Overlays.Top(); o != nil && o.ID == in && doc != nil {
		if json, ok := o.Pane.(requestJSON); ok {
			json.SetDocument(doc, m.rankings.edit)
		}
	}
}

// refuseRequest says in the JSON why it did not become the request; in a line
// where that is open no more.
func (m *Model) refuseRequest(err error, in screen.ID) tea.Cmd {
	if o := m.Overlays.Top(); o != nil && o.ID == in {
		if json, ok := o.Pane.(requestJSON); ok {
			json.Refuse(err.Error())
			return nil
		}
	}
	return m.Notify("nothing was changed: %v", err)
}

// withDocuments puts documents in the place of those of a set. Marks stay where
// a document stands at its place.
func withDocuments(s rerankset.Set, docs []rerankset.Document) rerankset.Set {
	const few = 50 // changes, for each of which the list is copied
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

// previewRank shows exactly what the cursor's model would be asked.
func (m *Model) previewRank() tea.Cmd {
	r := &m.rankings
	model, _ := r.ranking.Column()
	if err := r.set.Missing(r.at, model); err != nil {
		return m.refuse(err.Error())
	}
	set, at := r.set, r.at
	all := views.RunAll(m.Keys).Help().Desc
	return m.previewOf(screen.Preview{To: r.label(model), Does: all}, func() ([]byte, error) { return set.Request(at, model) })
}

// previewOf shows what would go out with a body, which is written beside the
// screen.
func (m *Model) previewOf(p screen.Preview, write func() ([]byte, error)) tea.Cmd {
	return m.ShowPreview(p, func() (client.Call, error) {
		doc, err := write()
		return client.Call{Path: rerankPath, Body: doc}, err
	})
}
