package rerank

import (
	"iter"
	"slices"

	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// runTable is the last run of each query (a row) by each model (a column), nil for none.
type runTable [][]*Run

// all yields the runs with their query and model.
func (t runTable) all() iter.Seq2[[2]int, *Run] {
	return func(yield func([2]int, *Run) bool) {
		for q, row := range t {
			for i, run := range row {
				if run != nil && !yield([2]int{q, i}, run) {
					return
				}
			}
		}
	}
}

// find returns the place of a run.
func (t runTable) find(run *Run) (query, model int, ok bool) {
	for at, one := range t.all() {
		if one == run {
			return at[0], at[1], true
		}
	}
	return 0, 0, false
}

func (t runTable) clone() runTable {
	out := slices.Clone(t)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

// setRuns replaces the table, and cancels running requests that are no longer in it: nobody would see their cost.
func (s *Screen) setRuns(next runTable) {
	listed := map[*Run]bool{}
	for _, run := range next.all() {
		listed[run] = true
	}
	was := s.runs
	s.runs = next
	for _, run := range was.all() {
		if !listed[run] && run.running() {
			run.Cancel()
		}
	}
}

// merged returns the runs of an earlier table and those made since that its set still asks. Of two in one place,
// that of the present documents counts.
func (s *Screen) merged(was runTable) runTable {
	out := was.clone()
	for at, run := range s.runs.all() {
		if _, _, ok := out.find(run); ok {
			continue
		}
		if q, i, ok := s.placeFor(run, at[0], at[1]); ok && q < len(out) && i < len(out[q]) {
			if out[q][i] == nil || run.docs == s.docs {
				out[q][i] = run
			}
		}
	}
	return out
}

// placeFor returns where the set asks what a run asked: preferably where the run was.
func (s *Screen) placeFor(run *Run, query, model int) (q, i int, ok bool) {
	q, ok = placeOfQuery(s.set, run.query, query)
	if !ok {
		return 0, 0, false
	}
	i, ok = placeOfModel(s.set, run.model, model)
	return q, i, ok
}

// placeOfQuery returns where a set has a query of this text: where it was, else the first.
func placeOfQuery(s dataset.Set, text string, was int) (at int, ok bool) {
	if was < len(s.Queries) && s.Queries[was].Text == text {
		return was, true
	}
	at = slices.IndexFunc(s.Queries, func(q dataset.Query) bool { return q.Text == text })
	return at, at >= 0
}

// placeOfModel returns where a set has a model with the same settings: where it was, else the first.
func placeOfModel(s dataset.Set, m dataset.Model, was int) (at int, ok bool) {
	if was < len(s.Models) && s.Models[was].Same(m) {
		return was, true
	}
	at = slices.IndexFunc(s.Models, m.Same)
	return at, at >= 0
}

// fit resizes the table of runs, and moves the shown query into the set.
func (s *Screen) fit() {
	queries := len(s.set.Queries)
	next := make(runTable, queries)
	for q := range next {
		next[q] = make([]*Run, len(s.set.Models))
		if q < len(s.runs) {
			copy(next[q], s.runs[q])
		}
	}
	s.runs = next
	s.at = max(min(s.at, queries-1), 0)
}

// Running returns how many answers are on their way.
func (s *Screen) Running() int {
	n := 0
	for _, run := range s.runs.all() {
		if run.running() {
			n++
		}
	}
	return n
}

// Busy reports whether requests are being written or answers are on their way.
func (s *Screen) Busy() bool { return s.checking || s.sweep != nil || s.Running() > 0 }

// Stop cancels all runs, and reports whether there was one.
func (s *Screen) Stop() (ok bool) {
	running := 0
	for _, run := range s.runs.all() {
		if run.running() {
			run.Cancel()
			running++
		}
	}
	w := s.sweep
	switch {
	case w != nil:
		s.sweep = nil
		s.invalidate()
		s.Notify("stopped: %s received; %s runs the rest", w.Answered(), s.Keys.In(views.Bench).Name(views.ActRankRunAll))
	case running > 0 && s.asked.count > 1:
		s.Notify("stopped: %d of %s received", max(s.asked.count-running, 0), figures.Counted(s.asked.count, "answer"))
	}
	return w != nil || running > 0
}
