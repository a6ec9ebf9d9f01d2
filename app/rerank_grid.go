package app

import (
	"iter"
	"slices"

	"gatehouse/state/rerankset"
)

// runGrid is the last run of each query by each model; nil where there is none.
type runGrid [][]*rankRun

// all are the runs, with where they stand.
func (g runGrid) all() iter.Seq2[[2]int, *rankRun] {
	return func(yield func([2]int, *rankRun) bool) {
		for q, row := range g {
			for i, run := range row {
				if run != nil && !yield([2]int{q, i}, run) {
					return
				}
			}
		}
	}
}

// find is where a run stands; ok is false where it does not.
func (g runGrid) find(run *rankRun) (query, model int, ok bool) {
	for at, one := range g.all() {
		if one == run {
			return at[0], at[1], true
		}
	}
	return 0, 0, false
}

func (g runGrid) clone() runGrid {
	out := slices.Clone(g)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

// setRuns puts other runs in the place of those there are. One that is on its
// way and has no place any more is stopped: nobody would see what it costs.
func (r *rankings) setRuns(next runGrid) {
	was := r.runs
	r.runs = next
	for _, run := range was.all() {
		if _, _, ok := next.find(run); !ok && run.onItsWay() {
			run.cancel()
		}
	}
}

// merged are earlier runs and, each where the set still asks just that, those
// that were made since. The set is the one that the earlier runs were made
// for. Of one query and one model the later run of the documents that there
// are now counts.
func (r *rankings) merged(was runGrid) runGrid {
	out := was.clone()
	for at, run := range r.runs.all() {
		if _, _, ok := out.find(run); ok {
			continue
		}
		if q, i, ok := r.placeFor(run, at[0], at[1]); ok && q < len(out) && i < len(out[q]) {
			if out[q][i] == nil || run.docs == r.docs {
				out[q][i] = run
			}
		}
	}
	return out
}

// placeFor is where the set asks what a run was asked: at the place where it
// stood, else at the first; ok is false where it is asked nowhere.
func (r *rankings) placeFor(run *rankRun, query, model int) (q, i int, ok bool) {
	q, ok = placeOfQuery(r.set, run.query, query)
	if !ok {
		return 0, 0, false
	}
	i, ok = placeOfModel(r.set, run.model, model)
	return q, i, ok
}

// placeOfQuery is where a set has a query of this text: where it was, else the
// first.
func placeOfQuery(s rerankset.Set, text string, was int) (at int, ok bool) {
	if was < len(s.Queries) && s.Queries[was].Text == text {
		return was, true
	}
	at = slices.IndexFunc(s.Queries, func(q rerankset.Query) bool { return q.Text == text })
	return at, at >= 0
}

// placeOfModel is where a set has a model that is asked alike: where it was,
// else the first.
func placeOfModel(s rerankset.Set, m rerankset.Model, was int) (at int, ok bool) {
	if was < len(s.Models) && sameModel(s.Models[was], m) {
		return was, true
	}
	at = slices.IndexFunc(s.Models, func(one rerankset.Model) bool { return sameModel(one, m) })
	return at, at >= 0
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

// size is about how many bytes a run keeps: its request, its answer as it came
// and as it is read, and its order.
func (r *rankRun) size() int {
	n := 24 * r.count
	if r.exchange != nil {
		n += len(r.exchange.Request)
	}
	if r.capture != nil && !r.onItsWay() {
		n += 2 * int(r.capture.Text().Len())
	}
	return n
}

// onItsWay reports whether the answer of a run has not ended.
func (r *rankRun) onItsWay() bool { return r.exchange.End == nil }

// running reports whether an answer is on its way.
func (r *rankings) running() bool {
	for _, run := range r.runs.all() {
		if run.onItsWay() {
			return true
		}
	}
	return false
}

// cancel stops all runs; ok is false when there is none to stop.
func (r *rankings) cancel() (ok bool) {
	for _, run := range r.runs.all() {
		if run.onItsWay() {
			run.cancel()
			ok = true
		}
	}
	return ok
}
