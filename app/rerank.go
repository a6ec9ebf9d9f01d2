package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/body"
	"gatehouse/views/measures"
	"gatehouse/views/query"
	"gatehouse/views/ranking"
	"gatehouse/views/reading"
)

// rankings is the rerank screen: a set of queries, documents and models, and
// what came of running it.
type rankings struct {
	query    *query.Model
	ranking  *ranking.Model
	reading  *reading.Model
	measures *measures.Model

	set      rerankset.Set
	at       int            // query that is shown
	runs     [][]*rankRun   // by query and model; nil for none
	docs     uint64         // version of the documents
	lastDocs uint64         // that was given to any documents
	texts    []string       // of the documents, as the panes show them
	past     []rankingsPast // to undo, the last edit last
	next     []rankingsPast // to redo

	version  uint64 // raised by every change
	weighed  uint64 // raised by every change that the figures may depend on
	shown    uint64 // that the panes show
	shownDoc uint64 // version of the documents that they show
	selected int    // document that is read
	fault    string // why nothing was asked
	checking bool

	a, b, depth int // models whose agreement is shown; k
	figures     rankFigures

	path   string // of the set's file
	kept   uint64 // version that was saved or opened
	opened bool   // the screen was shown before
}

// rankRun is one run: what one model was asked for one query, and what came.
type rankRun struct {
	query    string
	docs     uint64 // version of the documents
	model    rerankset.Model
	count    int // of documents
	exchange *state.Exchange
	capture  *wire.Capture
	cancel   context.CancelFunc
	box      *mailbox
	order    rank.Order
	ranked   bool
	turn     state.Turn // for the inspector; without an id
}

// firstDepth is k where nobody chose another.
const firstDepth = 10

func newRankings(m *Model) rankings {
	r := rankings{
		query:    query.New(m.styles, m.keys),
		ranking:  ranking.New(m.styles, m.keys),
		reading:  reading.New(m.styles, m.keys),
		measures: measures.New(m.styles, m.keys),
		b:        1, depth: firstDepth, version: 1, docs: 1, lastDocs: 1, selected: -1,
	}
	r.set = r.set.WithQuery(0, rerankset.Query{})
	r.fit()
	r.kept = r.version
	return r
}

// showRerank goes to the rerank screen.
func (m *Model) showRerank() tea.Cmd {
	m.beginRerank()
	cmd := m.show(rerankScreen)
	if !m.models.loaded {
		cmd = tea.Batch(cmd, m.loadModels())
	}
	return cmd
}

// beginRerank puts the rerankers of the local gateway, where nothing costs
// anything, into a set that nobody has touched, as soon as they are known.
func (m *Model) beginRerank() {
	r := &m.rankings
	if !r.opened && r.version == r.kept && m.link.simulated {
		for _, slug := range m.rerankers() {
			r.set = r.set.WithModel(len(r.set.Models), rerankset.NewModel(slug))
		}
		r.fit()
		r.shown = 0
	}
	r.opened = r.opened || len(r.set.Models) > 0 || m.models.loaded
}

// rerankers are the slugs of the models that rank, as the catalogue tells.
func (m *Model) rerankers() []string {
	var slugs []string
	for _, one := range m.models.catalogue.Models {
		if one.Rerank && !one.Fault {
			slugs = append(slugs, one.Slug)
		}
	}
	return slugs
}

// readRows is how many rows the document would like that is read; 0 while it has
// not the keys.
func (m *Model) readRows() int {
	if m.focus() != readingPane {
		return 0
	}
	return m.rankings.reading.Rows(m.layout.Height)
}

// name is what the top line calls the set; empty for a new one.
func (r *rankings) name() string {
	changed := r.differs()
	if r.path == "" && !changed {
		return ""
	}
	if changed {
		return r.title() + "*"
	}
	return r.title()
}

// title is the name of the set's file, or what it is called without one.
func (r *rankings) title() string {
	if r.path == "" {
		return "untitled set"
	}
	return body.SanitizeLine(filepath.Base(r.path))
}

// differs reports whether the set has changed since it was saved or opened.
func (r *rankings) differs() bool { return r.version != r.kept }

// unsaved reports whether work would be lost with the set: whether it differs
// from its file or, where it has none, holds documents or marks that are not
// merely the example's.
func (r *rankings) unsaved() bool {
	switch {
	case !r.differs():
		return false
	case r.path != "":
		return true
	}
	marked := 0
	for _, q := range r.set.Queries {
		marked += q.Marked()
	}
	return (len(r.set.Documents) > 0 || marked > 0) && !isExample(r.set)
}

// fit makes room for the run of each query by each model.
func (r *rankings) fit() {
	for len(r.runs) < len(r.set.Queries) {
		r.runs = append(r.runs, nil)
	}
	r.runs = r.runs[:len(r.set.Queries)]
	for i := range r.runs {
		for len(r.runs[i]) < len(r.set.Models) {
			r.runs[i] = append(r.runs[i], nil)
		}
		r.runs[i] = r.runs[i][:len(r.set.Models)]
	}
	r.at = max(min(r.at, len(r.set.Queries)-1), 0)
	n := len(r.set.Models)
	r.a, r.b = max(min(r.a, n-2), 0), max(min(r.b, n-1), min(1, n-1), 0)
	if r.a == r.b && n > 1 {
		r.a, r.b = 0, 1
	}
}

// row is the runs of the query that is shown, one a model.
func (r *rankings) row() []*rankRun { return r.runs[r.at] }

// fresh reports whether a run is of what would be asked now.
func (r *rankings) fresh(run *rankRun, model int) bool {
	return run.docs == r.docs && run.query == r.set.Queries[r.at].Text && sameModel(run.model, r.set.Models[model])
}

// orderFor is the order that a run gave the very documents that there are now;
// nil for no run, and for one of others, however many they were.
func (r *rankings) orderFor(run *rankRun) *rank.Order {
	if run == nil || !run.ranked || run.docs != r.docs {
		return nil
	}
	return &run.order
}

func sameModel(a, b rerankset.Model) bool {
	if a.Slug != b.Slug || len(a.Settings) != len(b.Settings) {
		return false
	}
	for i, s := range a.Settings {
		if t := b.Settings[i]; s.Key != t.Key || string(s.Value) != string(t.Value) {
			return false
		}
	}
	return true
}

// refreshRankings gives the panes of the rerank screen what has changed, when
// it is shown.
func (m *Model) refreshRankings() tea.Cmd {
	r := &m.rankings
	if m.screens.shown != rerankScreen {
		return nil
	}
	var cmd tea.Cmd
	if r.shown != r.version {
		r.shown = r.version
		r.showAll(m.keys)
		cmd = m.measure()
		if m.rankings.query.Rows() != m.layout.Query.H {
			m.arrange()
		}
	}
	r.read()
	return cmd
}

// showAll gives the panes everything but the document that is read.
func (r *rankings) showAll(keys *views.Keys) {
	q := r.set.Queries[r.at]
	r.query.SetText(q.Text)
	r.query.SetPlace(r.at, len(r.set.Queries))
	r.query.SetFault(r.fault)
	r.query.SetFacts(counted(len(r.set.Documents), "document") + "  " + counted(len(r.set.Models), "model"))
	if r.shownDoc != r.docs {
		r.shownDoc = r.docs
		r.texts = make([]string, len(r.set.Documents))
		for i, d := range r.set.Documents {
			r.texts[i] = documentWords(d)
		}
		r.ranking.SetDocuments(r.texts)
	}
	r.ranking.SetMarks(r.set.Marks(r.at))
	r.ranking.SetColumns(r.columns(keys))
	r.selected = -1
}

// documentWords is a document as text.
func documentWords(d rerankset.Document) string {
	if d.HasImage() {
		return strings.TrimSpace("[image] " + d.Text)
	}
	return d.Text
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return views.Thousands(n) + " " + what
}

// columns are the models as the comparison shows them.
func (r *rankings) columns(keys *views.Keys) []ranking.Column {
	labels := r.set.Labels()
	out := make([]ranking.Column, len(labels))
	for i, run := range r.row() {
		c := ranking.Column{Name: labels[i], TopN: r.set.Models[i].TopN()}
		if run != nil {
			x := run.exchange
			c.Asked, c.Verdict, c.Notes = true, x.Verdict, run.cost()
			c.TimeUS, _ = x.Total()
			c.Odd = len(run.notes())
			c.TopN, c.Old = run.model.TopN(), !r.fresh(run, i)
			if o := r.orderFor(run); o != nil {
				c.Ranked, c.Order = true, *o
			}
			switch {
			case run.ranked && !c.Ranked:
				c.Failure = fmt.Sprintf("ranked %s; there are others now. %s runs it again", counted(run.count, "document"), keys.Name(views.ActSendNow))
			case !run.ranked && !x.Running():
				c.Failure = run.failure()
			}
		}
		out[i] = c
	}
	return out
}

// read shows the selected document, when it is another than before.
func (r *rankings) read() {
	doc, ok := r.ranking.Selected()
	switch {
	case !ok:
		r.reading.Clear()
		r.selected = -1
		return
	case doc == r.selected:
		return
	}
	r.selected = doc
	labels := r.set.Labels()
	d := reading.Document{Index: doc, Text: r.set.Documents[doc].Text, Image: r.set.Documents[doc].HasImage(), Query: r.set.Queries[r.at].Text}
	d.Mark = r.set.Queries[r.at].Mark(doc)
	for i, run := range r.row() {
		if o := r.orderFor(run); o != nil {
			d.Places = append(d.Places, reading.Place{Name: labels[i], Rank: o.Place[doc] + 1})
		}
	}
	r.reading.SetDocument(d)
}

// otherDocuments says that the documents are others now.
func (r *rankings) otherDocuments() {
	r.lastDocs++
	r.docs = r.lastDocs
	r.weighed++
	r.changed()
}

// changed says that the panes show something else now.
func (r *rankings) changed() { r.version++ }
