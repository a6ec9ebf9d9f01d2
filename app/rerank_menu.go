package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/state/export"
	"gatehouse/state/raw"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/ask"
	"gatehouse/views/picker"
	"gatehouse/views/source"
)

// chooseReranker lists the models that rank; any other name can be typed.
func (m *Model) chooseReranker() tea.Cmd {
	p := picker.New(m.styles, m.keys)
	add := func(slug string) func() views.Intent {
		return func() views.Intent { return views.AddReranker{Slug: slug} }
	}
	p.SetFree(func(typed string) (picker.Item, bool) {
		return picker.Item{Label: typed, Words: "as typed", Choose: add(typed)}, true
	})
	var items []picker.Item
	for _, one := range m.models.list {
		if found, ok := m.models.catalogue.Find(one.ID); ok && found.Rerank {
			right := ""
			if slices.ContainsFunc(m.rankings.set.Models, func(m rerankset.Model) bool { return m.Slug == one.ID }) {
				right = "is there"
			}
			items = append(items, picker.Item{Label: one.ID, Words: one.Name, Right: right, Choose: add(one.ID)})
		}
	}
	p.SetItems(items)
	if len(items) == 0 {
		p.SetStatus("the service names no model that reranks; " + m.anyName())
		if !m.models.loaded {
			p.SetStatus("the list of models has not come; " + m.anyName())
		}
	}
	return m.open("Add a reranker", p)
}

// removeReranker takes the model of the cursor's column away.
func (m *Model) removeReranker() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok {
		return m.notify("there is no model to take away")
	}
	slug := r.set.Models[model].Slug
	m.editSet(r.set.WithoutModel(model), false, func(runs [][]*rankRun) [][]*rankRun {
		for q := range runs {
			runs[q] = slices.Delete(runs[q], model, model+1)
		}
		return runs
	})
	return m.notify("%s is gone; %s brings it back", slug, m.keys.Name(views.ActUndo))
}

// Members of a rerank request that are settings (API document, "Rerank
// request body").
const (
	settingTopN     = "top_n"
	settingProvider = "provider"
)

// settingsMenu lists what the cursor's model is asked with.
func (m *Model) settingsMenu() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok {
		return m.notify("there is no model yet; %s adds one", m.keys.Name(views.ActRankAddModel))
	}
	set := r.set.Models[model]
	var items []picker.Item
	add := func(label, words, member string) {
		items = append(items, picker.Item{
			Label: label, Words: words, Right: short(string(set.Setting(member)), 30),
			Choose: func() views.Intent { return views.AskReranker{Model: model, Member: member} },
		})
	}
	add(settingTopN, "how many come back; all without it", settingTopN)
	add(settingProvider, "which providers may serve, as JSON", settingProvider)
	for _, s := range set.Settings {
		if s.Key != settingTopN && s.Key != settingProvider {
			add(s.Key, "as JSON", s.Key)
		}
	}
	add("the whole request", "as JSON: any member can be written there", "")
	p := picker.New(m.styles, m.keys)
	p.SetItems(items)
	return m.open(set.Slug+" is asked with", p)
}

// askSetting asks for a member of a model's request.
func (m *Model) askSetting(model int, member string) tea.Cmd {
	r := &m.rankings
	switch {
	case model >= len(r.set.Models):
		return nil
	case member == "", member == "model":
		return m.editRequestOf(model)
	}
	a := ask.New(m.styles, m.keys, func(text string) views.Intent {
		return views.SetReranker{Model: model, Member: member, Value: text}
	}, nil)
	a.SetText(string(r.set.Models[model].Setting(member)))
	note := "as JSON; empty: the member is left out"
	switch member {
	case settingTopN:
		note = "a whole number from 1 on; empty: all documents come back"
	case settingProvider:
		note = `as JSON, such as {"order": ["name"], "allow_fallbacks": false}; empty: left out`
	}
	a.SetNote(note)
	return m.open(member+" of "+r.set.Models[model].Slug, a)
}

// setSetting changes a member of a model's request.
func (m *Model) setSetting(i views.SetReranker) tea.Cmd {
	r := &m.rankings
	if i.Model >= len(r.set.Models) {
		return nil
	}
	text := strings.TrimSpace(i.Value)
	if text != "" && i.Member == settingTopN {
		if n, err := strconv.Atoi(text); err != nil || n < 1 {
			return m.overlayFault(errors.New("top_n is a whole number from 1 on"))
		}
	}
	next, err := r.set.Models[i.Model].With(i.Member, []byte(text))
	if err != nil {
		return m.overlayFault(err)
	}
	m.closeOverlay()
	m.editSet(r.set.WithModel(i.Model, next), false, nil)
	return nil
}

// editRequest opens the request of the cursor's model as JSON.
func (m *Model) editRequest() tea.Cmd {
	model, ok := m.rankings.ranking.Column()
	if !ok {
		return m.notify("there is no model yet; %s adds one", m.keys.Name(views.ActRankAddModel))
	}
	return m.editRequestOf(model)
}

func (m *Model) editRequestOf(model int) tea.Cmd {
	r := &m.rankings
	doc, err := r.set.Request(r.at, model)
	if err != nil {
		return m.refuse(err.Error())
	}
	r.ranking.SelectColumn(model)
	s := source.New(m.styles, m.keys)
	s.SetDocument(doc, r.version)
	return m.open("Request to "+r.set.Models[model].Slug, requestJSON{s})
}

// requestJSON is the JSON of a request in an overlay.
type requestJSON struct{ *source.Model }

// Wanted returns the size in which a request is read well.
func (requestJSON) Wanted() (width, height int) { return 100, 30 }

// replaceRank takes a whole request from raw editing: its query, documents and
// model are those of the set now.
func (m *Model) replaceRank(doc []byte) tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	from, err := rerankset.FromRequest(doc)
	if err == nil && (!ok || len(from.Models) == 0 || len(from.Queries) == 0) {
		err = errors.New("a request names a model and a query")
	}
	if err != nil {
		return m.refuseRequest(err)
	}
	next := r.set.WithQueryText(r.at, from.Queries[0].Text).WithModel(model, from.Models[0])
	same := slices.EqualFunc(next.Documents, from.Documents, func(a, b rerankset.Document) bool { return raw.Same(a.Raw, b.Raw) })
	if !same {
		next = withDocuments(next, from.Documents)
	}
	m.editSet(next, true, nil)
	if !same {
		r.otherDocuments()
	}
	if o := m.overlay(); o != nil {
		if json, ok := o.pane.(requestJSON); ok {
			if written, err := r.set.Request(r.at, model); err == nil {
				json.SetDocument(written, r.version)
			}
		}
	}
	return nil
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
	doc, err := r.set.Request(r.at, model)
	if err != nil {
		return m.refuse(err.Error())
	}
	link, ctx := m.link, m.life.ctx
	return func() tea.Msg {
		way, err := link.get(ctx)
		if err != nil {
			return previewed{err: err}
		}
		sent, err := way.Preview(client.Call{Path: rerankPath, Body: doc})
		return previewed{sent: sent, err: err}
	}
}

// copyRank lists what of the cursor's model and of the comparison can be
// copied.
func (m *Model) copyRank() tea.Cmd {
	r := &m.rankings
	var items []picker.Item
	add := func(label, words string, text func() string) {
		items = append(items, picker.Item{Label: label, Words: words, Choose: func() views.Intent { return views.Copy{What: label, Text: text()} }})
	}
	if model, ok := r.ranking.Column(); ok {
		slug := r.set.Models[model].Slug
		if run := r.row()[model]; run != nil && run.capture != nil {
			c := run.capture
			if c.Sent.URL != "" {
				add("curl command", "the request to "+slug+" as sent, the key in $"+export.KeyVariable, func() string { return m.curl(c.Sent) })
			}
			if c.Text().Len() > 0 {
				add("response", "of "+slug+", the body as it came", func() string { return string(c.Text().All()) })
			}
		}
		if doc, err := r.set.Request(r.at, model); err == nil {
			add("request", "the JSON for "+slug, func() string { return string(doc) })
		}
	}
	if len(r.set.Documents) > 0 {
		add("comparison", "as a markdown table", func() string { return string(r.table().Markdown()) })
		if doc, ok := r.ranking.Selected(); ok {
			add("document", fmt.Sprintf("number %d", doc+1), func() string { return r.set.Documents[doc].Text })
		}
	}
	if len(items) == 0 {
		return m.notify("there is nothing to copy yet")
	}
	p := picker.New(m.styles, m.keys)
	p.SetItems(items)
	return m.open("Copy", p)
}

// inspectRun shows the exchange of the cursor's model in the inspector.
func (m *Model) inspectRun() tea.Cmd {
	r := &m.rankings
	model, ok := r.ranking.Column()
	if !ok || r.row()[model] == nil {
		return m.notify("there is no run to inspect yet; %s asks the models", m.keys.Name(views.ActSendNow))
	}
	run := r.row()[model]
	m.inspector.ranked = run
	return tea.Batch(m.show(inspectScreen), m.notify("the run of %s; %s leads back to the comparison", run.model.Slug, m.keys.Name(views.ActRerank)))
}
