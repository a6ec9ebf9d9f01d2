package rerank

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/check"
	"gatehouse/state/figures"
	"gatehouse/state/preview"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// sideBySide is how many requests of a sweep are on their way at once.
const sideBySide = 8

// sweep is the work of asking all models for many queries of the set.
type sweep struct {
	link   *screen.Link
	docs   uint64 // number of the documents
	opened uint64 // number of the set's opening
	set    rerankset.Set
	notice string   // as it begins
	left   []asking // was not asked yet, the next one first
	total  int
	flying map[*Run]bool
	failed int
	cost   float64
	priced bool // an answer said what it cost

	known   preview.Catalogue // of the connection
	budget  *rerankset.Budget // nil: it may cost what it costs
	waiting bool              // the next request waits until one on its way has ended
}

// asking is a request of a sweep: a query and a model of its set.
type asking struct{ query, model int }

// done is how many of the sweep's requests have ended.
func (w *sweep) done() int { return w.total - len(w.left) - len(w.flying) }

// newSweep is a sweep of the set over the present connection, with nothing to ask yet; where it
// cannot begin, cmd says why.
func (s *Screen) newSweep() (w *sweep, cmd tea.Cmd) {
	switch {
	case s.Busy():
		return nil, s.stillRunning()
	case len(s.set.Documents) == 0:
		return nil, s.Notify("%v", rerankset.ErrNoDocuments)
	case len(s.set.Models) == 0:
		return nil, s.noModel()
	}
	return &sweep{link: s.Link, known: s.Link.Models.Catalogue, docs: s.docs, opened: s.file.opened, set: s.set, flying: map[*Run]bool{}}, nil
}

// answered reports whether a model gave a ranking for a query that it would give now.
func (s *Screen) answered(query, model int) bool {
	run := s.runs[query][model]
	return run != nil && run.ranked && s.fresh(run, query, model)
}

// runAll asks every model for every query that it has no ranking for which it would give now:
// what failed, what was stopped, and what was never asked.
func (s *Screen) runAll() tea.Cmd {
	w, cmd := s.newSweep()
	if w == nil {
		return cmd
	}
	asked := 0
	for q, query := range s.set.Queries {
		if strings.TrimSpace(query.Text) == "" {
			continue
		}
		for i := range s.set.Models {
			asked++
			if !s.answered(q, i) {
				w.left = append(w.left, asking{q, i})
			}
		}
	}
	switch {
	case asked == 0:
		return s.Notify("%v", rerankset.ErrNoQuery)
	case len(w.left) == 0:
		return s.Notify("all %s have been answered; %s runs this query again", figures.Counted(asked, "request"), s.Keys.Name(views.ActSendNow))
	}
	said := ""
	if len(w.left) < asked {
		said = fmt.Sprintf("running the %s of %s without an answer", figures.Thousands(len(w.left)), figures.Counted(asked, "request"))
	}
	return s.askLimit(w, said)
}

// begin begins a sweep, and says what it does.
func (s *Screen) begin(w *sweep, said string) tea.Cmd {
	w.total = len(w.left)
	s.sweep = w
	s.invalidate()
	cmd := s.sweepOn()
	if said != "" {
		return tea.Batch(cmd, s.Notify("%s", said))
	}
	return cmd
}

// sweepOn has the next requests of the sweep written, as many as there is room for, and ends the
// sweep where none is left.
func (s *Screen) sweepOn() tea.Cmd {
	w := s.sweep
	if w == nil {
		return nil
	}
	var all []tea.Cmd
	most := sideBySide
	if w.waiting {
		most = min(len(w.flying)+1, sideBySide)
	}
	for len(w.left) > 0 && len(w.flying) < most {
		next := sweepWritten{screen: s, sweep: w, at: w.left[0]}
		w.left = w.left[1:]
		next.run = newRun(w.set, next.at.query, next.at.model, w.docs)
		w.flying[next.run] = true
		all = append(all, func() tea.Msg {
			next.write()
			return next
		})
	}
	if len(w.left) == 0 && len(w.flying) == 0 {
		return s.endSweep("")
	}
	return tea.Batch(all...)
}

// endSweep says what came of the sweep, with why it ended before its end; what is on its way
// goes on.
func (s *Screen) endSweep(why string) tea.Cmd {
	w := s.sweep
	s.sweep = nil
	s.invalidate()
	words := fmt.Sprintf("%s of %s", figures.Thousands(w.done()-w.failed), figures.Counted(w.total, "answer"))
	if w.priced {
		words += ", " + figures.PriceOf(w.cost)
	}
	if w.failed > 0 {
		words += fmt.Sprintf(", %d failed", w.failed)
	}
	key := s.Keys.In(views.Bench).Name(views.ActRankRunAll)
	switch {
	case why != "":
		return s.Notify("%s: %s; %s runs the rest", why, words, key)
	case w.failed > 0:
		return s.Notify("%s; %s runs these again", words, key)
	}
	return s.Notify("%s", words)
}

// sweepWritten brings a request of a sweep.
type sweepWritten struct {
	screen *Screen
	sweep  *sweep
	at     asking
	run    *Run
	doc    []byte
	most   float64 // that it may cost in USD; NaN: it is not known
	found  []report.Finding
	err    error
}

// write writes the request and checks it.
func (n *sweepWritten) write() {
	if n.doc, n.err = n.sweep.set.Request(n.at.query, n.at.model); n.err != nil {
		return
	}
	if found := check.For(check.ForRerank, n.doc, n.sweep.link.Known()); !found.OK() {
		n.found = report.Checked(found)
	}
	n.most = n.sweep.mostOf(n.doc)
}

// Land implements screen.Effect: it sends the request, where the set still asks it.
func (n sweepWritten) Land() tea.Cmd {
	s, w := n.screen, n.sweep
	if s.sweep != w {
		return nil // it was stopped
	}
	drop := func() { delete(w.flying, n.run) }
	label := w.set.Labels()[n.at.model]
	query, model, ok := s.placeFor(n.run, n.at.query, n.at.model)
	switch {
	case w.opened != s.file.opened:
		drop()
		return s.endSweep("stopped, another set is open")
	case w.docs != s.docs:
		drop()
		return s.endSweep("stopped, the documents have changed")
	case n.err != nil:
		drop()
		return s.endSweep(fmt.Sprintf("stopped, no request to %s: %v", label, n.err))
	case n.found != nil:
		drop()
		cmd := s.endSweep(fmt.Sprintf("stopped, the request to %s has a fault, %s", label, n.found[0].Words()))
		if s.isShown() && s.Overlays.Top() == nil {
			cmd = tea.Batch(cmd, s.OpenOverlay("Faults in the request to "+label, faults.New(s.Styles, s.Keys, n.found)))
		}
		return cmd
	case !ok || s.runs[query][model] != nil && s.runs[query][model].running():
		drop() // it is not asked any more, or is being asked by itself
		return s.sweepOn()
	}
	hold, leave := w.budget.Take(n.run.model.Slug, n.most)
	switch w.waiting = leave == rerankset.Wait; leave {
	case rerankset.Wait:
		drop()
		w.left = append([]asking{n.at}, w.left...)
		return nil
	case rerankset.End:
		drop()
		w.left = append([]asking{n.at}, w.left...)
		return s.endSweep(w.budget.Ended())
	}
	n.run.hold = hold
	next := s.runs.clone()
	next[query][model] = n.run
	cmd := s.start(n.run, w.link, n.doc)
	s.setRuns(next)
	s.weigh()
	s.basis++
	s.invalidate()
	return tea.Batch(cmd, s.sweepOn())
}

// swept counts a run of the sweep that has ended, and goes on. A service that takes no more of
// our requests ends the sweep: the rest would fail alike.
func (s *Screen) swept(run *Run) tea.Cmd {
	w := s.sweep
	if w == nil || !w.flying[run] {
		return nil
	}
	delete(w.flying, run)
	usd := run.exchange.Ranking.Cost()
	if !math.IsNaN(usd) {
		w.cost, w.priced = w.cost+usd, true
	}
	w.budget.Settle(run.hold, usd, rerankset.Unbilled(run.exchange))
	if !run.ranked {
		w.failed++
		if rerankset.Refused(run.exchange) {
			return s.endSweep(run.model.Slug + " answered " + run.exchange.Head.StatusText())
		}
	}
	return s.sweepOn()
}

// sweeping says how far the sweep is; empty where none runs.
func (s *Screen) sweeping() string {
	w := s.sweep
	if w == nil {
		return ""
	}
	words := fmt.Sprintf("%s of %s", figures.Thousands(w.done()), figures.Counted(w.total, "answer"))
	if w.priced {
		words += " · " + figures.PriceOf(w.cost) + " so far"
	}
	if w.failed > 0 {
		words += fmt.Sprintf(" · %d failed", w.failed)
	}
	return words + " · " + s.Keys.Name(views.ActStop) + " stops all"
}
