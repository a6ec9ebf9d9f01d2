package rerank

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/check"
	"gatehouse/state/figures"
	"gatehouse/state/lab"
	"gatehouse/state/preview"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	"gatehouse/state/usage"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// sideBySide is how many requests of a sweep are on their way at once.
const sideBySide = 8

// sweep is the work of asking all models for many queries of the set.
type sweep struct {
	*lab.Run
	link   *screen.Link
	docs   uint64 // number of the documents
	opened uint64 // number of the set's opening
	set    rerankset.Set
	notice string            // as it begins
	runs   map[*Run]lab.Cell // that were sent
	known  preview.Catalogue // of the connection
}

// answered reports whether a model gave a ranking for a query that it would give now.
func (s *Screen) answered(query, model int) bool {
	run := s.runs[query][model]
	return run != nil && run.answer.Ranked && s.fresh(run, query, model)
}

// runAll asks every model for every query that it has no ranking for which it would give now:
// what failed, what was stopped, and what was never asked.
func (s *Screen) runAll() tea.Cmd {
	switch {
	case s.Busy():
		return s.stillRunning()
	case len(s.set.Documents) == 0:
		return s.Notify("%v", rerankset.ErrNoDocuments)
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
			if !s.answered(q, i) {
				left = append(left, lab.Cell{Case: q, Candidate: i})
			}
		}
	}
	switch {
	case asked == 0:
		return s.Notify("%v", rerankset.ErrNoQuery)
	case len(left) == 0:
		return s.Notify("all %s have been answered; %s runs this query again", figures.Counted(asked, "request"), s.Keys.Name(views.ActSendNow))
	}
	w := &sweep{
		Run: lab.NewRun(left, sideBySide, nil), link: s.Link, known: s.Link.Models.Catalogue,
		docs: s.docs, opened: s.file.opened, set: s.set, runs: map[*Run]lab.Cell{},
	}
	if len(left) < asked {
		w.notice = fmt.Sprintf("running the %s of %s without an answer", figures.Thousands(len(left)), figures.Counted(asked, "request"))
	}
	return s.askLimit(w)
}

// begin begins a sweep.
func (s *Screen) begin(w *sweep) tea.Cmd {
	s.sweep = w
	s.invalidate()
	cmd := s.sweepOn()
	if w.notice != "" {
		return tea.Batch(cmd, s.Notify("%s", w.notice))
	}
	return cmd
}

// sweepOn has the next requests of the sweep written, and ends it if none is left.
func (s *Screen) sweepOn() tea.Cmd {
	w := s.sweep
	switch {
	case w == nil:
		return nil
	case w.Why() != "":
		return s.endSweep(w.Why())
	case w.Over():
		return s.endSweep("")
	}
	var all []tea.Cmd
	for at, ok := w.Next(); ok; at, ok = w.Next() {
		next := sweepWritten{screen: s, sweep: w, at: at, run: newRun(w.set, at.Case, at.Candidate, w.docs)}
		all = append(all, func() tea.Msg {
			next.write()
			return next
		})
	}
	return tea.Batch(all...)
}

// endSweep shows what the sweep received, with why it ended before its end; what is on its way
// continues.
func (s *Screen) endSweep(why string) tea.Cmd {
	w := s.sweep
	s.sweep = nil
	s.invalidate()
	key := s.Keys.In(views.Bench).Name(views.ActRankRunAll)
	switch {
	case why != "":
		return s.Notify("%s: %s; %s runs the rest", why, w.Summary(), key)
	case w.Failed() > 0:
		return s.Notify("%s; %s runs these again", w.Summary(), key)
	}
	return s.Notify("%s", w.Summary())
}

// sweepWritten brings a request of a sweep.
type sweepWritten struct {
	screen *Screen
	sweep  *sweep
	at     lab.Cell
	run    *Run
	doc    []byte
	maxUSD float64 // that it may cost; NaN: unknown
	found  []report.Finding
	err    error
}

// write writes the request and checks it.
func (n *sweepWritten) write() {
	if n.doc, n.err = n.sweep.set.Request(n.at.Case, n.at.Candidate); n.err != nil {
		return
	}
	if found := check.For(check.ForRerank, n.doc, n.sweep.link.Known()); !found.OK() {
		n.found = report.Checked(found)
	}
	n.maxUSD = math.NaN()
	if n.sweep.Limited() {
		if usd, unknown := n.sweep.known.MaxCost(n.doc, true, false); unknown == "" {
			n.maxUSD = usd
		}
	}
}

// Land implements screen.Effect: it sends the request, where the set still asks it.
func (n sweepWritten) Land() tea.Cmd {
	s, w := n.screen, n.sweep
	if s.sweep != w {
		return nil // it was stopped
	}
	label := w.set.Labels()[n.at.Candidate]
	stop := func(why string) tea.Cmd {
		w.Return(n.at)
		return s.endSweep("stopped, " + why)
	}
	query, model, ok := s.placeFor(n.run, n.at.Case, n.at.Candidate)
	switch {
	case w.opened != s.file.opened:
		return stop("another set is open")
	case w.docs != s.docs:
		return stop("the documents have changed")
	case n.err != nil:
		return stop(fmt.Sprintf("no request to %s: %v", label, n.err))
	case n.found != nil:
		cmd := stop(fmt.Sprintf("the request to %s has a fault, %s", label, n.found[0].Words()))
		if s.isShown() && s.Overlays.Top() == nil {
			cmd = tea.Batch(cmd, s.OpenOverlay("Faults in the request to "+label, faults.New(s.Styles, s.Keys, n.found)))
		}
		return cmd
	case !ok || s.runs[query][model] != nil && s.runs[query][model].running():
		w.Drop(n.at) // it is not asked any more, or is being asked by itself
		return s.sweepOn()
	case !w.Take(n.at, label, n.maxUSD):
		return s.sweepOn()
	}
	w.runs[n.run] = n.at
	next := s.runs.clone()
	next[query][model] = n.run
	cmd := s.start(n.run, w.link, n.doc)
	s.setRuns(next)
	s.weigh()
	s.basis++
	s.invalidate()
	return tea.Batch(cmd, s.sweepOn())
}

// swept counts a run of the sweep that has ended, and continues.
func (s *Screen) swept(run *Run) tea.Cmd {
	w := s.sweep
	if w == nil {
		return nil
	}
	at, ok := w.runs[run]
	if !ok {
		return nil
	}
	w.Finish(at, run.State, usage.Dollars(run.State.Usage), run.answer.Ranked)
	return s.sweepOn()
}

// sweeping returns how far the sweep is; empty where none runs.
func (s *Screen) sweeping() string {
	if s.sweep == nil {
		return ""
	}
	return s.sweep.Progress() + " · " + s.Keys.Name(views.ActStop) + " stops all"
}
