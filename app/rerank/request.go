package rerank

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/views"
	"gatehouse/views/build/source"
)

// editRequest opens the request of the cursor's model as JSON.
func (s *Screen) editRequest() tea.Cmd {
	model, ok := s.ranking.Column()
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
	s.ranking.SelectColumn(model)
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
		return write().Land()
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

func (o requestOpened) Land() tea.Cmd {
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

// Wanted returns the size in which a request is read well.
func (requestPane) Wanted() (width, height int) { return 100, 30 }

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

// showRequest shows the request where it is edited; nil for none.
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
	model, _ := s.ranking.Column()
	if err := s.set.Missing(s.at, model); err != nil {
		return s.refuse(err.Error())
	}
	set, at := s.set, s.at
	return s.ShowPreview(screen.Preview{To: s.label(model), Does: views.RunAll(s.Keys).Help().Desc}, func() (client.Call, error) {
		doc, err := set.Request(at, model)
		return client.Call{Path: client.RerankPath, Body: doc}, err
	})
}
