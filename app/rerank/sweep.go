package rerank

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/lab"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// sideBySide is how many requests of a sweep are on their way at once.
const sideBySide = 8

// sweep is the work of asking models for queries of the set: all of them, or a single one. The requests of
// a single query are all checked before one is sent.
type sweep struct {
	*lab.Run
	single bool
	force  bool         // send requests with faults
	link   *screen.Link // over which they go, whatever conversation is shown by then
	docs   uint64       // number of the documents
	opened uint64       // number of the set's opening
	set    dataset.Set
	notice string            // as it begins
	known  preview.Catalogue // of the connection
}

func (s *Screen) newSweep(cells []lab.Cell, jobs int) *sweep {
	return &sweep{
		Run: lab.NewRun(cells, jobs, nil), link: s.Link, known: s.Link.Models.Catalogue,
		docs: s.docs, opened: s.file.opened, set: s.set,
	}
}

// hasRanking reports whether a model gave a ranking for a query that it would give now.
func (s *Screen) hasRanking(query, model int) bool {
	run := s.rankings[query][model]
	return run != nil && run.answer.Ranked && s.fresh(run, query, model)
}

// runAll asks every model for every query that it has no ranking for which it would give now:
// what failed, what was stopped, and what was never asked.
func (s *Screen) runAll() tea.Cmd {
	switch {
	case s.Busy():
		return s.stillRunning()
	case len(s.set.Documents) == 0:
		return s.Notify("%v", dataset.ErrNoDocuments)
	case len(s.set.Models) == 0:
		return s.noModel()
	}
	asked := 0
	var left []lab.Cell
	for q, query := range s.set.Queries {
		if strings.TrimSpace(query.Text) == "" {
			continue
		}
		for i := range s.set.Models {
			asked++
			if !s.hasRanking(q, i) {
				left = append(left, lab.Cell{Case: q, Candidate: i})
			}
		}
	}
	switch {
	case asked == 0:
		return s.Notify("%v", dataset.ErrNoQuery)
	case len(left) == 0:
		return s.Notify("all %s have been answered; %s runs this query again", figures.Counted(asked, "request"), s.Keys.Name(views.ActSendNow))
	}
	w := s.newSweep(left, sideBySide)
	if len(left) < asked {
		w.notice = fmt.Sprintf("running the %s of %s without an answer", figures.Thousands(len(left)), figures.Counted(asked, "request"))
	}
	return s.askLimit(w)
}

// begin begins a sweep over all queries.
func (s *Screen) begin(w *sweep) tea.Cmd {
	s.sweep = w
	s.invalidate()
	cmd := s.sendNext(w)
	if w.notice != "" {
		return tea.Batch(cmd, s.Notify("%s", w.notice))
	}
	return cmd
}

// sendNext has the next requests of a sweep written, and ends it if none is left.
func (s *Screen) sendNext(w *sweep) tea.Cmd {
	if w.Why() != "" || w.Over() {
		return s.endSweep(w, w.Why())
	}
	next := requestsWritten{screen: s, sweep: w}
	for at, ok := w.Next(); ok; at, ok = w.Next() {
		next.requests = append(next.requests, request{Cell: at, run: newRanking(w.set, at.Case, at.Candidate, w.docs)})
	}
	if next.requests == nil {
		return nil
	}
	return func() tea.Msg {
		next.write()
		return next
	}
}

// endSweep shows what a sweep received, with why it ended before its end; what is on its way
// continues. Of a single query only that is shown.
func (s *Screen) endSweep(w *sweep, why string) tea.Cmd {
	if w.single {
		if why == "" {
			return nil
		}
		return s.Notify("not run: %s", why)
	}
	s.sweep = nil
	s.invalidate()
	key := s.Keys.In(views.Bench).Name(views.ActRankRunAll)
	switch {
	case why != "":
		return s.Notify("%s: %s; %s runs the rest", why, w.Progress().Summary(), key)
	case w.Progress().Failed > 0:
		return s.Notify("%s; %s runs these again", w.Progress().Summary(), key)
	}
	return s.Notify("%s", w.Progress().Summary())
}

func newRanking(set dataset.Set, query, model int, docs uint64) *ranking {
	q := set.Queries[query]
	return &ranking{query: q.Text, docs: docs, model: set.Models[model], count: set.Count(query), chosen: q.Candidates}
}

// requestsWritten has requests of a sweep; if one cannot be sent, that is the last.
type requestsWritten struct {
	screen   *Screen
	sweep    *sweep
	requests []request
	found    []report.Finding // faults of the last request
	err      error            // why there is no last request
}

// request is the request of a cell.
type request struct {
	lab.Cell
	run    *ranking
	doc    []byte
	maxUSD float64 // that it may cost; NaN: unknown
}

// write writes the requests and checks them.
func (r *requestsWritten) write() {
	w := r.sweep
	for i := range r.requests {
		one := &r.requests[i]
		if one.doc, r.err = w.set.Request(one.Case, one.Candidate); r.err == nil && !w.force {
			if found := validate.For(validate.ForRerank, one.doc, w.link.Known()); !found.OK() {
				r.found = report.Checked(found)
			}
		}
		if r.err != nil || r.found != nil {
			r.requests = r.requests[:i+1]
			return
		}
		one.maxUSD = math.NaN()
		if w.Limited() {
			if usd, unknown := w.known.MaxCost(one.doc, true, false); unknown == "" {
				one.maxUSD = usd
			}
		}
	}
}

// Apply implements screen.Effect: it sends the requests that the set still asks.
func (r requestsWritten) Apply() tea.Cmd {
	s, w := r.screen, r.sweep
	if w.single {
		s.checking = false
		s.invalidate()
	} else if s.sweep != w {
		return nil // it was stopped
	}
	last := r.requests[len(r.requests)-1]
	label := w.set.Labels()[last.Candidate]
	switch {
	case w.opened != s.file.opened:
		return s.halt(w, "another set is open now")
	case w.docs != s.docs && !w.single:
		return s.halt(w, "the documents have changed")
	case r.err != nil:
		return s.halt(w, fmt.Sprintf("no request to %s: %v", label, r.err))
	case r.found != nil:
		return s.showFaults(w, last, label, r.found)
	}
	var sent []tea.Cmd
	idle := s.Running() == 0
	next, gone := s.rankings.clone(), ""
	for _, one := range r.requests {
		query, model, why := s.currentPlace(w, one)
		switch {
		case why != "":
			gone = why
			w.Drop(one.Cell)
		case next[query][model] != nil && next[query][model].running(): // it is being asked by itself
			w.Drop(one.Cell)
		case w.Reserve(one.Cell, w.set.Labels()[one.Candidate], one.maxUSD):
			if w.single && query == s.at && !s.isRankedAs(query, one.run) {
				s.list.Await()
			}
			one.run.sweep, one.run.cell = w, one.Cell
			next[query][model] = one.run
			sent = append(sent, s.start(one.run, w.link, one.doc))
		}
	}
	if idle && len(sent) > 0 {
		s.asked = asked{began: time.Now()}
	}
	s.setRankings(next)
	s.asked.count += len(sent)
	s.measureHistory() // the runs before are in the history alone now
	s.basis++
	s.invalidate()
	if w.single && len(sent) == 0 {
		return s.halt(w, gone)
	}
	return tea.Batch(append(sent, s.sendNext(w))...)
}

func (s *Screen) halt(w *sweep, why string) tea.Cmd {
	if !w.single {
		why = "stopped, " + why
	}
	return s.endSweep(w, why)
}

// currentPlace returns where the set asks what a request asks; why is "" or the reason that it does not ask it
// any more. The text of a single query may have been edited.
func (s *Screen) currentPlace(w *sweep, r request) (query, model int, why string) {
	query, ok := placeOfQuery(s.set, r.run.query, r.Case)
	if !ok && w.single {
		query, ok = r.Case, len(s.set.Queries) == len(w.set.Queries)
	}
	if !ok {
		return 0, 0, "the query was deleted"
	}
	if model, ok = placeOfModel(s.set, r.run.model, r.Candidate); !ok {
		return 0, 0, "the models have changed"
	}
	return query, model, ""
}

// isRankedAs reports whether a model has a run of a query with the text and documents of another run.
func (s *Screen) isRankedAs(query int, as *ranking) bool {
	return slices.ContainsFunc(s.rankings[query], func(run *ranking) bool {
		return run != nil && run.query == as.query && run.docs == as.docs
	})
}

// showFaults ends a sweep, and lists the faults of a request with the cursor in the column of its model. If
// the user is doing something else by now, there is only a notice.
func (s *Screen) showFaults(w *sweep, of request, label string, found []report.Finding) tea.Cmd {
	words := fmt.Sprintf("the request to %s has a fault, %s", label, found[0].Words())
	query, model, gone := s.currentPlace(w, of)
	if !s.isShown() || s.Overlays.Top() != nil || w.single && (gone != "" || query != s.at) {
		return s.halt(w, words)
	}
	if gone == "" {
		s.list.SelectColumn(model)
	}
	cmd := s.OpenOverlay("Faults in the request to "+label, reports.NewFaults(s.Styles, s.Keys, found))
	if w.single {
		return cmd
	}
	return tea.Batch(s.halt(w, words), cmd)
}

// runEnded counts a run of the sweep that has ended, and continues.
func (s *Screen) runEnded(run *ranking) tea.Cmd {
	w := run.sweep
	run.sweep = nil
	if w == nil || w != s.sweep {
		return nil
	}
	if wait, ok := w.AskedToWait(run.State, run.waits); ok {
		return s.sendAfter(w, run, wait)
	}
	w.Finish(run.cell, run.State, usage.Dollars(run.State.Usage), run.answer.Ranked)
	return s.sendNext(w)
}

// sendAfter sends the request of a run again once the service takes it, unless the sweep has ended by then.
func (s *Screen) sendAfter(w *sweep, run *ranking, wait time.Duration) tea.Cmd {
	again := func() tea.Cmd {
		if s.sweep != w {
			return nil
		}
		query, model, why := s.currentPlace(w, request{Cell: run.cell, run: run})
		if why != "" || w.docs != s.docs || s.rankings[query][model] != run { // the set asks something else by now
			w.Drop(run.cell)
			return s.sendNext(w)
		}
		next := &ranking{query: run.query, docs: run.docs, model: run.model, count: run.count, chosen: run.chosen, sweep: w, cell: run.cell, waits: run.waits + 1}
		all := s.rankings.clone()
		all[query][model] = next
		s.setRankings(all)
		return s.start(next, w.link, run.State.Request)
	}
	return tea.Tick(wait, func(time.Time) tea.Msg { return screen.EffectFunc(again) })
}

// sweepProgress returns how far the sweep is; empty where none runs.
func (s *Screen) sweepProgress() string {
	if s.sweep == nil {
		return ""
	}
	return s.sweep.Progress().String() + " · " + s.Keys.Name(views.ActStop) + " stops all"
}
