package rerank

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/build/source"
)

func (s *Screen) editRequest() tea.Cmd {
	model, ok := s.list.Column()
	if !ok {
		return s.noModel()
	}
	return s.editRequestOf(model)
}

// editRequestOf opens the request of a model as JSON, written in the background.
func (s *Screen) editRequestOf(model int) tea.Cmd {
	if err := s.set.Missing(s.at, model); err != nil {
		return s.refuse(err.Error())
	}
	s.list.SelectColumn(model)
	return s.writeRequest(requestOpened{model: model})
}

// maxAtOnce is the size of documents, in bytes, up to which a request is written at once: that takes 2 to 20 ms.
const maxAtOnce = 4 << 20

// writeRequest writes a request of the query that is shown: in the background, but at once where it is edited, so that
// no key edits an outdated text.
func (s *Screen) writeRequest(o requestOpened) tea.Cmd {
	set := s.set
	o.screen, o.edit, o.at = s, s.edit, s.at
	write := func() requestOpened {
		o.doc, o.err = set.Request(o.at, o.model)
		return o
	}
	if o.in != "" && set.Size() <= maxAtOnce {
		return write().Apply()
	}
	return func() tea.Msg { return write() }
}

// requestOpened has the request of a model for editing.
type requestOpened struct {
	screen *Screen
	model  int
	at     int       // the query
	edit   uint64    // that had made the set
	in     screen.ID // the overlay where it is being edited; empty where it is to be opened
	doc    []byte
	err    error
}

func (o requestOpened) Apply() tea.Cmd {
	s := o.screen
	switch {
	case o.in != "":
		if s.edit == o.edit { // else it was edited meanwhile
			s.showRequest(o.doc, o.in)
		}
		return nil
	case o.err != nil:
		return s.refuse(o.err.Error())
	case !s.isShown() || s.Overlays.Top() != nil || s.edit != o.edit || s.at != o.at:
		return nil // something else is being done by now
	}
	pane := source.New(s.Styles, s.Keys)
	pane.SetDocument(o.doc, s.edit)
	return s.OpenOverlay("Request to "+s.label(o.model), requestPane{pane, s.Keys})
}

// requestPane is the JSON of a request in an overlay.
type requestPane struct {
	*source.Model
	keys *views.Keys
}

// PreferredSize returns the size in which a request is read well.
func (requestPane) PreferredSize() (width, height int) { return 100, 30 }

// Update implements views.Pane: undo and redo are those of the set.
func (p requestPane) Update(msg tea.Msg) views.Answer {
	switch p.keys.Asked(msg, views.Global) {
	case views.ActUndo:
		if p.GiveUp() {
			return views.AnswerOf(nil, nil, true) // broken text is no edit: the request is shown again
		}
		return views.AnswerOf(views.Undo{}, nil, false)
	case views.ActRedo:
		return views.AnswerOf(views.Redo{}, nil, false)
	}
	return p.Model.Update(msg)
}

// requestIn returns the pane of a request in an overlay, if that is on top.
func (s *Screen) requestIn(id screen.ID) (p requestPane, ok bool) {
	if o := s.Overlays.Top(); o != nil && o.ID == id {
		p, ok = o.Pane.(requestPane)
	}
	return p, ok
}

func (s *Screen) showRequest(doc []byte, in screen.ID) {
	if p, ok := s.requestIn(in); ok && doc != nil {
		p.SetDocument(doc, s.edit)
	}
}

// refuseRequest reports in the JSON why it is not the request now, or in a notice if that is closed.
func (s *Screen) refuseRequest(err error, in screen.ID) tea.Cmd {
	if p, ok := s.requestIn(in); ok {
		p.Refuse(err.Error())
		return nil
	}
	return s.Notify("not changed: %v", err)
}

// preview shows the request to the focused model.
func (s *Screen) preview() tea.Cmd {
	model, _ := s.list.Column()
	if err := s.set.Missing(s.at, model); err != nil {
		return s.refuse(err.Error())
	}
	set, at := s.set, s.at
	return s.ShowPreview(screen.Preview{To: s.label(model), Does: views.RunAll(s.Keys).Help().Desc}, func() (client.Call, error) {
		doc, err := set.Request(at, model)
		return client.Call{Path: client.RerankPath, Body: doc}, err
	})
}

// replaceRequest puts an edited request into the set: its query, documents and model. A large one is read in the
// background.
func (s *Screen) replaceRequest(doc []byte) tea.Cmd {
	t := requestEdit{screen: s, doc: doc, opened: s.file.opened, at: s.at, query: s.set.Queries[s.at].Text}
	if o := s.Overlays.Top(); o != nil {
		t.in = o.ID
	}
	var ok bool
	if t.model, ok = s.list.Column(); !ok {
		return s.refuseRequest(errors.New("no model to use this request with"), t.in)
	}
	t.asked = s.set.Models[t.model]
	return t.start()
}

// requestEdit has the set after that.
type requestEdit struct {
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
func (t requestEdit) start() tea.Cmd {
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
	if len(t.doc) <= screen.MaxSyncBytes {
		return t.read().Apply()
	}
	return func() tea.Msg { return t.read() }
}

// read puts the request into the set.
func (t requestEdit) read() requestEdit {
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

func (t requestEdit) Apply() tea.Cmd {
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
