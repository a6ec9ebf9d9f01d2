package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/explain"
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
	r := &m.rankings
	switch {
	case r.checking || r.running():
		return m.notify("the models are still at it; %s stops them", m.keys.Name(views.ActInterrupt))
	case strings.TrimSpace(r.set.Queries[r.at].Text) == "":
		return tea.Batch(m.refuse(rerankset.ErrNoQuery.Error()), m.setFocus(queryPane))
	case len(r.set.Documents) == 0:
		return m.refuse(fmt.Sprintf("%v: %s writes them, %s loads a file, from the list of documents (%s)", rerankset.ErrNoDocuments,
			m.keys.Name(views.ActRankAdd), m.keys.Name(views.ActRankLoad), m.keys.Name(views.ActNextPane)))
	case len(r.set.Models) == 0:
		return m.refuse(fmt.Sprintf("%v: %s in the list of documents", rerankset.ErrNoModel, m.keys.Name(views.ActRankAddModel)))
	}
	r.fault, r.checking = "", true
	r.changed()
	set, at, word := r.set, r.at, m.opts.Service
	written := rankWritten{at: at, docs: r.docs, set: set, force: force}
	return func() tea.Msg {
		for i := range set.Models {
			doc, err := set.Request(at, i)
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

// refuse says at the query why nothing was asked.
func (m *Model) refuse(why string) tea.Cmd {
	m.rankings.fault = why
	m.rankings.changed()
	return nil
}

// rankWritten brings the requests of a query, one a model, or what is wrong
// with the first that has faults.
type rankWritten struct {
	at     int
	docs   uint64
	set    rerankset.Set
	force  bool
	bodies [][]byte
	report check.Report
	err    error
}

func (w rankWritten) apply(m *Model) tea.Cmd {
	r := &m.rankings
	r.checking = false
	switch {
	case w.err != nil:
		return m.refuse(w.err.Error())
	case !w.report.OK():
		return m.open("Faults", faults.New(m.styles, m.keys, w.report.Faults))
	case w.at >= len(r.set.Queries):
		return nil
	}
	var all []tea.Cmd
	for i, doc := range w.bodies {
		if i >= len(r.set.Models) || !sameModel(r.set.Models[i], w.set.Models[i]) {
			continue // meanwhile it was taken away
		}
		run := &rankRun{query: w.set.Queries[w.at].Text, docs: w.docs, model: w.set.Models[i], count: len(w.set.Documents)}
		r.runs[w.at][i] = run
		all = append(all, m.startRank(run, doc))
	}
	r.weighed++
	r.changed()
	return tea.Batch(all...)
}

// startRank starts the exchange of a run.
func (m *Model) startRank(run *rankRun, doc []byte) tea.Cmd {
	ctx, cancel := context.WithCancel(m.life.ctx)
	call := client.Call{ID: strings.ToLower(rand.Text()), Path: rerankPath, Body: doc}
	run.exchange, run.cancel, run.box = state.NewRerank(call.ID, doc), cancel, newMailbox(m.life.began)
	link, life := m.link, &m.life
	life.readers.Add(1)
	read := func() tea.Msg {
		defer life.readers.Done()
		way, err := link.get(ctx)
		if err != nil {
			run.box.Arrive(unconnected(ctx, err))
			return nil
		}
		way.Do(ctx, call, run.box)
		return nil
	}
	return tea.Batch(read, func() tea.Msg { return run.whole(call.ID, doc) })
}

// whole waits for the end of the run, folds what came and joins the results to
// the documents, all beside the screen: an answer for ten thousand documents
// takes a fifth of a second to read.
func (r *rankRun) whole(id string, doc []byte) tea.Msg {
	e := rankEnded{run: r, exchange: state.NewRerank(id, doc)}
	for {
		capture, batch := r.box.take()
		e.capture = capture
		ended := false
		for _, c := range batch {
			e.exchange.Apply(c...)
			ended = ended || c[len(c)-1].Kind == wire.ArrivedEnd
		}
		r.box.recycle(batch)
		if ended {
			break
		}
	}
	if result := e.exchange.Ranking; result != nil {
		e.order, e.ranked = rank.Join(r.count, r.model.TopN(), *result), true
	}
	return e
}

// rankEnded brings all of a run.
type rankEnded struct {
	run      *rankRun
	exchange *state.Exchange
	capture  *wire.Capture
	order    rank.Order
	ranked   bool
}

func (e rankEnded) apply(m *Model) tea.Cmd {
	run := e.run
	run.cancel()
	run.exchange, run.capture, run.order, run.ranked = e.exchange, e.capture, e.order, e.ranked
	m.rankings.weighed++
	m.rankings.changed()
	return nil
}

// looked is the run as the inspector looks at it, with what has come of it.
func (r *rankRun) looked() *state.Turn {
	r.turn.Exchange, r.turn.Capture = r.exchange, r.capture
	return &r.turn
}

// running reports whether an answer is on its way.
func (r *rankings) running() bool {
	for _, row := range r.runs {
		for _, run := range row {
			if run != nil && run.exchange.End == nil {
				return true
			}
		}
	}
	return false
}

// cancel stops all runs; ok is false when there is none to stop.
func (r *rankings) cancel() (ok bool) {
	for _, row := range r.runs {
		for _, run := range row {
			if run != nil && run.exchange.End == nil {
				run.cancel()
				ok = true
			}
		}
	}
	return ok
}

// failure says in words why a run brought no order.
func (r *rankRun) failure() string {
	context := explain.Context{Operation: "POST " + rerankPath}
	if r.capture != nil {
		context.BaseURL = strings.TrimSuffix(r.capture.Sent.URL, rerankPath)
		context.KeySent = r.capture.Sent.Header.Get("Authorization") != ""
	}
	plain, ok := explain.Exchange(r.exchange, context)
	if !ok {
		return "no order came"
	}
	words := plain.Title
	if plain.Message != "" {
		words += ": " + plain.Message
	}
	if plain.Meaning != "" {
		words += ". " + plain.Meaning
	}
	if len(plain.Try) > 0 {
		words += " Try: " + strings.Join(plain.Try, "; ")
	}
	return words
}

// cost is what a run cost and who served it, the most telling first.
func (r *rankRun) cost() []string {
	result := r.exchange.Ranking
	if result == nil {
		return nil
	}
	var out []string
	if u := result.Usage; u != nil {
		if u.Searches != wire.None {
			out = append(out, counted(u.Searches, "unit"))
		}
		if u.HasCost {
			out = append(out, views.Price(strconv.FormatFloat(u.Cost, 'f', -1, 64)))
		}
	}
	if result.Provider != "" {
		out = append(out, result.Provider)
	}
	return out
}

// facts are all that a run's answer says of itself.
func (r *rankRun) facts() []string {
	var out []string
	x := r.exchange
	if x.Head != nil && x.Head.Status != 0 && x.Ranking == nil {
		out = append(out, fmt.Sprintf("HTTP status %d", x.Head.Status))
	}
	result := x.Ranking
	if result == nil {
		return out
	}
	served := ""
	if result.Model != "" {
		served = "served by " + result.Model
	}
	if result.Provider != "" {
		served = strings.TrimSpace(served + " at " + result.Provider)
	}
	if served != "" {
		out = append(out, served)
	}
	if u := result.Usage; u != nil {
		var parts []string
		if u.Total != wire.None {
			parts = append(parts, counted(u.Total, "token"))
		}
		if u.Searches != wire.None {
			parts = append(parts, counted(u.Searches, "search unit"))
		}
		if u.HasCost {
			parts = append(parts, views.Price(strconv.FormatFloat(u.Cost, 'f', -1, 64)))
		}
		if len(parts) > 0 {
			out = append(out, strings.Join(parts, ", "))
		}
	}
	if result.ID != "" {
		out = append(out, result.ID)
	}
	return out
}
