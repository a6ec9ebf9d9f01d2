package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/measures"
	"gatehouse/views/query"
	"gatehouse/views/ranking"
	"gatehouse/views/reading"
	"gatehouse/views/text"
)

// rankings is the rerank screen: a set of queries, documents and models, and
// what came of running it.
type rankings struct {
	query    *query.Model
	ranking  *ranking.Model
	reading  *reading.Model
	measures *measures.Model

	set    rerankset.Set
	edit   uint64         // that made the set what it is; what is undone gives the one before back
	at     int            // query that is shown
	runs   runGrid        // by query and model
	docs   uint64         // version of the documents
	issued uint64         // the last number that any edit or any documents were given
	texts  []string       // of the documents, as the panes show them
	past   []rankingsPast // to undo, the last edit last
	next   []rankingsPast // to redo

	version  uint64 // raised by every change that the panes show
	weighed  uint64 // raised by every change that the figures may depend on
	shown    uint64 // that the panes show
	shownDoc uint64 // version of the documents that they show
	selected int    // document that is read
	tall     int    // rows of the longest document that was read
	least    int    // columns that the screen was arranged to give the table
	fault    string // why nothing was asked
	checking bool   // requests are being written and checked
	replaced uint64 // requests that were taken from raw editing

	a, b, depth int // models whose agreement is shown; k
	figures     rankFigures

	rankFile
	opened bool // the screen was shown before
}

// rankFile is where a set is kept.
type rankFile struct {
	path   string // empty for nowhere
	kept   uint64 // edit that was saved or opened
	of     uint64 // opening of the set; 0 for one that was begun here
	asRead uint64 // edit that stands in a file that is no set, such as a request
}

// rankRun is one run: what one model was asked for one query, and what came.
type rankRun struct {
	query    string
	docs     uint64 // version of the documents
	model    rerankset.Model
	count    int // of documents
	began    time.Time
	exchange *state.Exchange
	capture  *wire.Capture
	cancel   context.CancelFunc
	box      *screen.Mailbox
	order    rank.Order
	ranked   bool
	why      string         // it brought no order, once it has ended
	came     []wire.Arrival // so far
	turn     talk.Turn      // for the inspector; without an id
}

// firstDepth is k where nobody chose another.
const firstDepth = 10

func newRankings(m *Model) rankings {
	r := rankings{
		query:    query.New(m.Styles, m.Keys),
		ranking:  ranking.New(m.Styles, m.Keys),
		reading:  reading.New(m.Styles, m.Keys),
		measures: measures.New(m.Styles, m.Keys),
		b:        1, depth: firstDepth, version: 1, docs: 1, issued: 1, selected: -1,
	}
	r.set = r.set.WithQuery(0, rerankset.Query{})
	r.fit()
	return r
}

// showRerank goes to the rerank screen.
func (m *Model) showRerank() tea.Cmd {
	m.beginRerank()
	cmd := m.show(rerankScreen)
	if r := &m.rankings; len(r.set.Documents) > 0 && r.toWrite() == queryPane { // the list without documents has keys of its own
		cmd = tea.Batch(cmd, m.SetFocus(queryPane))
	}
	if !m.Models.Loaded {
		cmd = tea.Batch(cmd, m.LoadModels())
	}
	return cmd
}

// beginRerank puts the rerankers of the local gateway, where nothing costs
// anything, into a set that nobody has touched, as soon as they are known.
func (m *Model) beginRerank() {
	r := &m.rankings
	if !r.opened && !r.differs() && m.Link.Simulated {
		for _, slug := range m.rerankers() {
			r.set = r.set.WithModel(len(r.set.Models), rerankset.NewModel(slug))
		}
		r.fit()
		r.shown = 0
	}
	r.opened = r.opened || len(r.set.Models) > 0 || m.Models.Loaded
}

// rerankers are the slugs of the models that rank, as the catalogue tells.
func (m *Model) rerankers() []string {
	var slugs []string
	for _, one := range m.Models.Catalogue.Models {
		if one.Rerank && !one.Fault {
			slugs = append(slugs, one.Slug)
		}
	}
	return slugs
}

// readRows is how many rows the document would like that is read; 0 while it has
// not the keys.
func (m *Model) readRows() int {
	if m.Focus() != readingPane {
		return 0
	}
	return m.rankings.reading.Rows(m.layout.Height)
}

// layOutRerank makes the layout of the rerank screen. Where the table has more rows
// than it can show, those go to it that no document which was read so far has filled.
func (m *Model) layOutRerank(size screen.Size) views.Layout {
	r := &m.rankings
	arranged := func(text int) views.Layout {
		return views.ArrangeRerank(size.Width, size.Height, r.query.Rows(), size.Notice, m.readRows(), text, r.ranking.Least(), m.Focus() == measuresPane)
	}
	l := arranged(0)
	if r.tall > 0 && r.ranking.Rows() > l.Ranking.H {
		return arranged(r.tall)
	}
	return l
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
	return text.SanitizeLine(filepath.Base(r.path))
}

// differs reports whether the set has changed since it was saved or opened.
func (r *rankings) differs() bool { return r.edit != r.kept }

// unsaved reports whether work would be lost with the set: whether it differs
// from its file or, where it has none, holds documents or marks that are not
// merely the example's.
func (r *rankings) unsaved() bool {
	switch {
	case !r.differs(), r.edit == r.asRead:
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

// row is the runs of the query that is shown, one a model.
func (r *rankings) row() []*rankRun { return r.runs[r.at] }

// fresh reports whether a run is of what would be asked now.
func (r *rankings) fresh(run *rankRun, model int) bool { return r.freshFor(run, r.at, model) }

// freshFor reports it of a run for any query.
func (r *rankings) freshFor(run *rankRun, query, model int) bool {
	return run.docs == r.docs && run.query == r.set.Queries[query].Text && sameModel(run.model, r.set.Models[model])
}

// earlier is what a run was asked that would not be asked now, in words; empty
// where it is fresh.
func (r *rankings) earlier(run *rankRun, model int) string {
	var was []string
	if run.query != r.set.Queries[r.at].Text {
		was = append(was, "asked for “"+screen.Short(run.query, 120)+"”")
	}
	if !sameModel(run.model, r.set.Models[model]) {
		was = append(was, "asked of "+run.model.Words())
	}
	switch {
	case run.docs == r.docs:
	case run.ranked:
		was = append(was, "ranked other documents")
	default:
		was = append(was, "asked with other documents")
	}
	return strings.Join(was, ", ")
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

// otherDocuments says that the documents are others now.
func (r *rankings) otherDocuments() {
	r.docs = r.issue()
	r.tall = 0
	r.weighed++
	r.changed()
}

// begin starts another set where each starts: at its first query, at the top of the
// first column, with the agreement of the first two models.
func (r *rankings) begin() {
	r.at, r.a, r.b = 0, 0, 1
	r.fit()
	r.ranking.Begin()
	r.otherDocuments()
}

// issue gives a number that nothing else has.
func (r *rankings) issue() uint64 {
	r.issued++
	return r.issued
}

// changed says that the panes show something else now.
func (r *rankings) changed() { r.version++ }
