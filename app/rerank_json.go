package app

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/state/raw"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/source"
)

// editRequest opens the request of the cursor's model as JSON.
func (m *Model) editRequest() tea.Cmd {
	model, ok := m.rankings.ranking.Column()
	if !ok {
		return m.notify("there is no model yet; %s adds one", m.keys.Name(views.ActRankAddModel))
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
	opened := requestOpened{model: model, edit: r.edit, at: r.at}
	set := r.set
	return func() tea.Msg {
		opened.doc, opened.err = set.Request(opened.at, model)
		return opened
	}
}

// requestOpened brings the request of a model that is to be edited.
type requestOpened struct {
	model, at int
	edit      uint64 // that had made the set
	doc       []byte
	err       error
}

func (o requestOpened) apply(m *Model) tea.Cmd {
	r := &m.rankings
	switch {
	case o.err != nil:
		return m.refuse(o.err.Error())
	case m.screens.shown != rerankScreen || m.overlay() != nil || r.edit != o.edit || r.at != o.at:
		return nil // something else is being done by now
	}
	s := source.New(m.styles, m.keys)
	s.SetDocument(o.doc, r.edit)
	return m.open("Request to "+r.set.Models[o.model].Slug, requestJSON{s, m.keys})
}

// requestJSON is the JSON of a request in an overlay.
type requestJSON struct {
	*source.Model
	keys *views.Keys
}

// Wanted returns the size in which a request is read well.
func (requestJSON) Wanted() (width, height int) { return 100, 30 }

// Update implements views.Pane: what was written is taken back there too.
func (j requestJSON) Update(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch j.keys.Asked(msg, views.Global) {
	case views.ActUndo:
		if j.GiveUp() {
			return nil, nil // broken text is no edit: what is in force comes back
		}
		return views.Undo{}, nil
	case views.ActRedo:
		return views.Redo{}, nil
	}
	return j.Model.Update(msg)
}

// replaceRank takes a whole request from raw editing: its query, documents and
// model are those of the set now. A large one is read beside the screen.
func (m *Model) replaceRank(doc []byte) tea.Cmd {
	r := &m.rankings
	r.replaced++
	t := requestTaken{doc: doc, serial: r.replaced, edit: r.edit, at: r.at}
	if o := m.overlay(); o != nil {
		t.in = o.id
	}
	model, ok := r.ranking.Column()
	set := r.set
	work := func() tea.Msg {
		t.take(set, model, ok)
		return t
	}
	if len(doc) > quick {
		return work
	}
	return work().(requestTaken).apply(m)
}

// requestTaken brings the set that a request makes of another.
type requestTaken struct {
	doc    []byte
	serial uint64
	in     paneID // where it was written
	edit   uint64 // that had made the set
	at     int

	set   rerankset.Set
	other bool // its documents are others
	plain []byte
	err   error
}

// take makes the set of the request, and the request as the set writes it.
func (t *requestTaken) take(set rerankset.Set, model int, ok bool) {
	from, err := rerankset.FromRequest(t.doc)
	if err == nil && (!ok || len(from.Models) == 0 || len(from.Queries) == 0) {
		err = errors.New("a request names a model and a query")
	}
	if t.err = err; err != nil {
		return
	}
	t.set = set.WithQueryText(t.at, from.Queries[0].Text).WithModel(model, from.Models[0])
	t.other = !slices.EqualFunc(set.Documents, from.Documents, func(a, b rerankset.Document) bool { return raw.Same(a.Raw, b.Raw) })
	if t.other {
		t.set = withDocuments(t.set, from.Documents)
	}
	t.plain, _ = t.set.Request(t.at, model) // nil where something is missing now
}

func (t requestTaken) apply(m *Model) tea.Cmd {
	r := &m.rankings
	switch {
	case t.serial != r.replaced:
		return nil // a later one is on its way
	case t.edit != r.edit || t.at != r.at:
		return m.replaceRank(t.doc)
	case t.err != nil:
		return m.refuseRequest(t.err)
	}
	m.editSet(t.set, t.in, nil)
	if t.other {
		r.otherDocuments()
	}
	m.showRequest(t.plain)
	return nil
}

// showRequest gives the JSON that is being edited the document in force, if
// there is one.
func (m *Model) showRequest(doc []byte) {
	if o := m.overlay(); o != nil && doc != nil {
		if json, ok := o.pane.(requestJSON); ok {
			json.SetDocument(doc, m.rankings.edit)
		}
	}
}

// refuseRequest says in the JSON why it did not become the request.
func (m *Model) refuseRequest(err error) tea.Cmd {
	if o := m.overlay(); o != nil {
		if json, ok := o.pane.(requestJSON); ok {
			json.Refuse(err.Error())
			return nil
		}
	}
	return m.notify("nothing was changed: %v", err)
}

// withDocuments puts documents in the place of those of a set. Marks stay where
// a document stands at its place.
func withDocuments(s rerankset.Set, docs []rerankset.Document) rerankset.Set {
	const few = 50 // changes, for each of which the list is copied
	var other []int
	for i := range min(len(docs), len(s.Documents)) {
		if !raw.Same(docs[i].Raw, s.Documents[i].Raw) {
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
	return m.previewOf(func() ([]byte, error) { return set.Request(at, model) })
}

// previewOf shows what would go out with a body, which is written beside the
// screen.
func (m *Model) previewOf(write func() ([]byte, error)) tea.Cmd {
	link, ctx := m.link, m.life.ctx
	return func() tea.Msg {
		doc, err := write()
		if err != nil {
			return previewed{err: err}
		}
		way, err := link.get(ctx)
		if err != nil {
			return previewed{err: err}
		}
		sent, err := way.Preview(client.Call{Path: rerankPath, Body: doc})
		return previewed{sent: sent, err: err}
	}
}
