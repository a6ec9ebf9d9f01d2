package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// rerankPath is where rerank requests go (API document, "Rerank").
const rerankPath = "/rerank"

// runRerank asks every model to rank the documents for the query that is
// shown. The requests are written and checked beside the screen; with faults
// nothing is sent unless force is true.
func (m *Model) runRerank(force bool) tea.Cmd {
	all := make([]int, len(m.rankings.set.Models))
	for i := range all {
		all[i] = i
	}
	if m.rankings.busy() {
		return m.stillRanking()
	}
	return m.askModels(all, force)
}

// askModels asks some models of the set, in its order, as runRerank asks all. What
// the others answered stays.
func (m *Model) askModels(models []int, force bool) tea.Cmd {
	r := &m.rankings
	switch {
	case strings.TrimSpace(r.set.Queries[r.at].Text) == "":
		return tea.Batch(m.refuse(rerankset.ErrNoQuery.Error()), m.SetFocus(queryPane))
	case len(r.set.Documents) == 0:
		return m.refuse(fmt.Sprintf("%v: %s writes them, %s loads a file, from the list of documents (%s)", rerankset.ErrNoDocuments,
			m.Keys.Name(views.ActRankAdd), m.Keys.Name(views.ActRankLoad), m.Keys.Name(views.ActNextPane)))
	case len(r.set.Models) == 0:
		return m.refuse(fmt.Sprintf("%v: %s in the list of documents", rerankset.ErrNoModel, m.Keys.Name(views.ActRankAddModel)))
	}
	r.fault, r.checking = "", true
	if last := len(r.past) - 1; last >= 0 && r.past[last].in == queryPane {
		r.past[last].in = "" // what is typed from now on is taken back by itself
	}
	r.changed()
	written, word := rankWritten{set: r.set, at: r.at, models: models, docs: r.docs, edit: r.edit, of: r.of}, m.Options.Service
	return func() tea.Msg {
		for _, i := range models {
			doc, err := written.set.Request(written.at, i)
			if err != nil {
				written.err = err
				break
			}
			written.bodies = append(written.bodies, doc)
			if report := check.For(check.ForRerank, doc, word); !force && !report.OK() {
				written.report = report
				break
			}
		}
		return written
	}
}

// busy reports whether requests are on their way to the models, or answers from
// them.
func (r *rankings) busy() bool { return r.checking || r.running() }

func (m *Model) stillRanking() tea.Cmd {
	return m.Notify("the models are still at it; %s stops them", m.Keys.Name(views.ActInterrupt))
}

// refuse says at the query why nothing was asked.
func (m *Model) refuse(why string) tea.Cmd {
	m.rankings.fault = why
	m.rankings.changed()
	return nil
}

// rankWritten brings the requests of a query of a set, one for each of some models;
// where one has faults, it is the last, and report lists them.
type rankWritten struct {
	set    rerankset.Set
	at     int
	models []int  // of the set, one a body
	docs   uint64 // version of the set's documents
	edit   uint64 // that had made the set
	of     uint64 // opening of the set
	bodies [][]byte
	report check.Report
	err    error
}

func (w rankWritten) apply(m *Model) tea.Cmd {
	r := &m.rankings
	r.checking = false
	r.changed()
	if w.err != nil {
		return m.refuse(w.err.Error())
	}
	query, ok := w.query(r)
	switch {
	case w.of != r.of:
		return m.Notify("nothing was asked: the set is another by now")
	case !ok:
		return m.Notify("nothing was asked: the query was deleted meanwhile")
	case !w.report.OK():
		return w.faulty(m, query)
	}
	if query == r.at && !r.answered(query, w.set.Queries[w.at].Text, w.docs) {
		r.ranking.Await()
	}
	var all []tea.Cmd
	next := r.runs.clone()
	for n, doc := range w.bodies {
		i := w.models[n]
		to, ok := placeOfModel(r.set, w.set.Models[i], i)
		if !ok || next[query][to] != r.runs[query][to] {
			continue // meanwhile it was taken away, or changed
		}
		run := &rankRun{query: w.set.Queries[w.at].Text, docs: w.docs, model: w.set.Models[i], count: len(w.set.Documents)}
		next[query][to] = run
		all = append(all, m.startRank(run, doc))
	}
	r.setRuns(next)
	r.weigh() // the runs before stand in the history alone now
	r.weighed++
	if len(all) == 0 {
		return m.Notify("nothing was asked: the models are others by now")
	}
	return tea.Batch(all...)
}

// answered reports whether a model was asked of a query before what it is asked
// now.
func (r *rankings) answered(query int, text string, docs uint64) bool {
	return slices.ContainsFunc(r.runs[query], func(run *rankRun) bool {
		return run != nil && run.query == text && run.docs == docs
	})
}

// query is where the query stands for which the requests were written; ok is
// false where it was deleted.
func (w rankWritten) query(r *rankings) (at int, ok bool) {
	if r.edit == w.edit {
		return w.at, true
	}
	if at, ok = placeOfQuery(r.set, w.set.Queries[w.at].Text, w.at); ok {
		return at, true
	}
	return w.at, len(r.set.Queries) == len(w.set.Queries) // it was written on
}

// faulty lists the faults of the request of a model, at whose column they are
// mended; a line must do when something else is being done by now.
func (w rankWritten) faulty(m *Model, query int) tea.Cmd {
	r, at := &m.rankings, w.models[len(w.bodies)-1]
	name := w.set.Labels()[at]
	model, ok := placeOfModel(r.set, w.set.Models[at], at)
	if !ok || query != r.at || m.screens.shown != rerankScreen || m.Overlays.Top() != nil {
		return m.Notify("nothing was asked: the request to %s has a fault, %s", name, w.report.Faults[0])
	}
	r.ranking.SelectColumn(model)
	return m.OpenOverlay("Faults in the request to "+name, faults.New(m.Styles, m.Keys, w.report.Faults))
}

// startRank starts the exchange of a run.
func (m *Model) startRank(run *rankRun, doc []byte) tea.Cmd {
	ctx, cancel := context.WithCancel(m.Life.Ctx)
	call := client.Call{ID: strings.ToLower(rand.Text()), Path: rerankPath, Body: doc}
	run.began = time.Now()
	run.exchange, run.cancel, run.box = state.NewRerank(call.ID, doc), cancel, screen.NewMailbox(m.Life.Began)
	return tea.Batch(m.Read(ctx, call, run.box), run.more)
}

// more waits for what comes next of a run. The end is folded beside the screen,
// with all that came before it, and its results are joined to the documents: an
// answer for ten thousand documents takes a fifth of a second to read.
func (r *rankRun) more() tea.Msg {
	batch := r.box.Take()
	from := len(r.came)
	for _, c := range batch.Chunks {
		r.came = append(r.came, c...)
	}
	r.box.Recycle(batch.Chunks)
	if r.came[len(r.came)-1].Kind != wire.ArrivedEnd {
		return rankArrived{run: r, capture: batch.Capture, arrivals: slices.Clip(r.came[from:])}
	}
	e := rankEnded{run: r, exchange: state.NewRerank(r.exchange.ID, r.exchange.Request), capture: batch.Capture}
	e.exchange.Apply(r.came...)
	r.came = nil
	if result := e.exchange.Ranking; result != nil {
		e.order, e.ranked = rank.Join(r.count, r.model.TopN(), *result), true
		e.order.CheckTexts(r.exchange.Request, *result)
	} else {
		e.why = (&rankRun{exchange: e.exchange, capture: e.capture}).explained()
	}
	return e
}

// rankArrived brings what came of a run before its end.
type rankArrived struct {
	run      *rankRun
	capture  *wire.Capture
	arrivals []wire.Arrival
}

func (a rankArrived) apply(m *Model) tea.Cmd {
	a.run.capture = a.capture
	a.run.exchange.Apply(a.arrivals...)
	m.rankings.changed()
	return a.run.more
}

// rankEnded brings all of a run.
type rankEnded struct {
	run      *rankRun
	exchange *state.Exchange
	capture  *wire.Capture
	order    rank.Order
	ranked   bool
	why      string
}

func (e rankEnded) apply(m *Model) tea.Cmd {
	run := e.run
	run.cancel()
	run.exchange, run.capture, run.order, run.ranked, run.why = e.exchange, e.capture, e.order, e.ranked, e.why
	m.rankings.forget() // what it holds is known now
	m.rankings.weighed++
	m.rankings.changed()
	return nil
}
