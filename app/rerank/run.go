package rerank

import (
	"strings"
	"time"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
)

// Run is what one model was asked for one query, and what came of it.
type Run struct {
	screen.Run
	query    string
	docs     uint64 // number of the documents
	model    rerankset.Model
	count    int          // of documents
	link     *screen.Link // over which it went; nil for one that a file holds
	began    time.Time
	exchange *state.Exchange
	capture  *wire.Capture
	about    *history.About // of one that a file holds; nil for one of this run
	order    rank.Order
	ranked   bool
	why      string         // it brought no order, once it has ended
	came     []wire.Arrival // so far; nil once it has ended
}

// running reports whether the answer has not ended.
func (r *Run) running() bool { return r.exchange.End == nil }

// size is about how many bytes a run takes: its request, its answer as it came
// and as it is read, and its order.
func (r *Run) size() int {
	n := 24 * r.count
	if r.exchange != nil {
		n += len(r.exchange.Request)
	}
	if r.capture != nil && !r.running() {
		n += 2 * int(r.capture.Text().Len())
	}
	return n
}

// row is the runs of the query that is shown, one a model.
func (s *Screen) row() []*Run { return s.runs[s.at] }

// runOf is the run of a model for the query that is shown; nil for none.
func (s *Screen) runOf(model int) *Run {
	if row := s.row(); model < len(row) {
		return row[model]
	}
	return nil
}

// fresh reports whether a run is of what would be asked now.
func (s *Screen) fresh(run *Run, query, model int) bool {
	return run.docs == s.docs && run.query == s.set.Queries[query].Text && run.model.Same(s.set.Models[model])
}

// earlier says what the run of a model for the shown query was asked that would
// not be asked now; empty for a fresh one.
func (s *Screen) earlier(run *Run, model int) string {
	var was []string
	if run.query != s.set.Queries[s.at].Text {
		was = append(was, "ranked for “"+screen.Short(run.query, 120)+"”")
	}
	if !run.model.Same(s.set.Models[model]) {
		was = append(was, "ran as "+run.model.Words())
	}
	switch {
	case run.docs == s.docs:
	case run.ranked:
		was = append(was, "ranked other documents")
	default:
		was = append(was, "run with other documents")
	}
	return strings.Join(was, ", ")
}

// orderOf is the order that a run brought of the present documents; nil for no
// run, and for one of other documents, however many they were.
func (s *Screen) orderOf(run *Run) *rank.Order {
	if run == nil || !run.ranked || run.docs != s.docs {
		return nil
	}
	return &run.order
}
