package rerank

import (
	"iter"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// ranking is a request to one model for one query, and its answer.
type ranking struct {
	screen.Exchange
	screen    *Screen
	query     string
	docs      uint64 // number of the documents
	model     dataset.Model
	count     int          // of documents
	chosen    []int        // which documents of the set they are; nil: all
	link      *screen.Link // over which it went; nil for one that a file holds
	began     time.Time
	answer    dataset.Answer
	fullOrder *rank.Order // its order by document of the set; nil until it is needed
	sweep     *sweep      // that sent it; nil once it has ended
	cell      lab.Cell    // of the sweep
	waits     int         // how often its request was sent before, and the service asked to wait
}

// bindTo makes the screen the owner and receiver of a ranking.
func (s *Screen) bindTo(run *ranking) {
	run.screen, run.Sender = s, s
	run.Neighbours, run.Actions, run.Receiver = run, run, run
}

func (r *ranking) running() bool { return r.State.End == nil }

// size estimates the memory of a run in bytes.
func (r *ranking) size() int {
	n := 24 * r.count
	if r.State != nil {
		n += len(r.State.Request)
	}
	if r.Capture != nil && !r.running() {
		n += 2 * int(r.Capture.Text().Len())
	}
	return n
}

// row returns the runs of the query that is shown, one a model.
func (s *Screen) row() []*ranking { return s.rankings[s.at] }

// rankingOf returns the run of a model for the query that is shown; nil for none.
func (s *Screen) rankingOf(model int) *ranking {
	if row := s.row(); model >= 0 && model < len(row) {
		return row[model]
	}
	return nil
}

// fresh reports whether a run asked what would be asked now.
func (s *Screen) fresh(run *ranking, query, model int) bool {
	return run.docs == s.docs && run.query == s.set.Queries[query].Text && run.model.Same(s.set.Models[model]) && s.sameConnection(run)
}

// sameConnection reports whether a run used the present connection; one from a file counts as such.
func (s *Screen) sameConnection(run *ranking) bool {
	return run.link == nil || run.link.SameTarget(s.Link.Connection)
}

// changedSince returns what the run of a model differs in from one sent now; "" for a fresh one.
func (s *Screen) changedSince(run *ranking, model int) string {
	var was []string
	if run.query != s.set.Queries[s.at].Text {
		was = append(was, "ranked for “"+screen.Short(run.query, 120)+"”")
	}
	if !run.model.Same(s.set.Models[model]) {
		was = append(was, "ran as "+run.model.Words())
	}
	if !s.sameConnection(run) {
		was = append(was, "ran over "+run.link.InFull())
	}
	switch {
	case run.docs == s.docs:
	case run.answer.Ranked:
		was = append(was, "ranked other documents")
	default:
		was = append(was, "run with other documents")
	}
	return strings.Join(was, ", ")
}

// orderOf returns the order of the present documents in a run; nil without one.
func (s *Screen) orderOf(run *ranking) *rank.Order {
	order := s.requestOrder(run)
	if order == nil || run.chosen == nil {
		return order
	}
	if run.fullOrder == nil {
		full := order.Among(len(s.set.Documents), func(place int) int { return run.chosen[place] })
		run.fullOrder = &full
	}
	return run.fullOrder
}

// requestOrder is orderOf by place in the request of the run, as the marks of a query are.
func (s *Screen) requestOrder(run *ranking) *rank.Order {
	if run == nil || !run.answer.Ranked || run.docs != s.docs {
		return nil
	}
	return &run.answer.Order
}

// compared returns the answers to the query that is shown, one a model, without orders of other documents.
func (s *Screen) compared() []dataset.Answer {
	labels := s.set.Labels()
	all := make([]dataset.Answer, len(labels))
	for i, run := range s.row() {
		a := &all[i]
		if run != nil {
			*a = run.answer
			a.Earlier = s.changedSince(run, i)
			a.Ranked, a.Order = false, rank.Order{}
			if o := s.orderOf(run); o != nil {
				a.Ranked, a.Order = true, *o
			}
		}
		a.Label = labels[i]
	}
	return all
}

// Table returns the comparison of the query that is shown, as it is exported.
func (s *Screen) Table() dataset.Table {
	return s.set.Table(s.at, s.depth, s.compared()...)
}

// clockPace is the time between two ticks of the clock.
const clockPace = 250 * time.Millisecond

// clock ticks while a model is running and the screen is shown.
type clock struct {
	at      time.Time // of the last tick
	ticking bool
}

// asked counts the models asked since nothing was running.
type asked struct {
	count int
	began time.Time
}

// answersNotice returns how many of several models have answered, once that takes a moment; "" for nothing to report.
func (s *Screen) answersNotice() string {
	running := s.Running()
	if running == 0 || s.asked.count < 2 || s.clock.at.Sub(s.asked.began) < progress.Patience {
		return ""
	}
	step := progress.Step{Verb: "waiting for", What: "the models", Done: s.asked.count - running, Total: s.asked.count, Unit: "answers"}
	return step.String() + " · " + s.Keys.Name(views.ActStop) + " stops all"
}

// tick shows in the column heads how long models have been running, and starts the clock.
func (s *Screen) tick() tea.Cmd {
	waits := false
	elapsed := make([]int64, len(s.row()))
	for i, run := range s.row() {
		if run != nil && run.running() {
			elapsed[i] = max(s.clock.at.Sub(run.began).Microseconds(), 0)
			waits = true
		}
	}
	s.list.SetElapsed(elapsed)
	if !waits || s.clock.ticking {
		return nil
	}
	s.clock.ticking = true
	return tea.Tick(clockPace, func(at time.Time) tea.Msg {
		return screen.EffectFunc(func() tea.Cmd { return s.advanceClock(at) })
	})
}

func (s *Screen) advanceClock(now time.Time) tea.Cmd {
	s.clock = clock{at: now}
	if line := s.answersNotice(); line != "" && line != s.noted {
		s.noted = line
		s.Host.Arrange()
	}
	return nil
}

// start sends the request of a run over a connection.
func (s *Screen) start(run *ranking, link *screen.Link, doc []byte) tea.Cmd {
	s.bindTo(run)
	run.began, run.link, run.About = time.Now(), link, link.About("", 0, state.Rerank)
	call := client.Call{ID: screen.NewID(), Path: client.RerankPath, Body: doc}
	cmd := s.Start(&run.Exchange, screen.Sending{Of: s.File(), Over: link, Call: call})
	run.setExchange(run.State, run.Capture)
	return cmd
}

// Arrived implements screen.Receiver.
func (r *ranking) Arrived(bool) tea.Cmd {
	r.setExchange(r.State, r.Capture)
	r.screen.invalidate()
	return nil
}

// End implements screen.Ender. It reads the answer in the background: one for 10,000 documents takes 200 ms.
func (r *ranking) End(end wire.Arrival) tea.Cmd {
	x, capture := r.State.Clone(), r.Capture
	return func() tea.Msg {
		x.Apply(end)
		answer := r.read(x, capture)
		return screen.EffectFunc(func() tea.Cmd {
			r.State, r.Capture, r.answer = x, capture, answer
			return r.screen.ended(r)
		})
	}
}

// setExchange stores an exchange and its capture as those of the run.
func (r *ranking) setExchange(x *state.Exchange, capture *wire.Capture) {
	r.State, r.Capture, r.answer = x, capture, r.read(x, capture)
}

func (r *ranking) read(x *state.Exchange, capture *wire.Capture) dataset.Answer {
	var context explain.Context
	if capture != nil {
		context.BaseURL = screen.BaseURL(capture.Sent.URL)
		context.KeySent = len(wire.KeyHeaders(capture.Sent.Header)) > 0
	}
	a := dataset.AnswerOf(x, context, r.count, r.model.TopN())
	a.Query, a.Asked = r.query, &r.model
	return a
}

// ended saves a run that has received all.
func (s *Screen) ended(run *ranking) tea.Cmd {
	run.Cancel()
	s.Host.Save(&run.Exchange)
	s.trimHistory() // the size of the run is known now
	s.basis++
	s.invalidate()
	return s.runEnded(run)
}

// rankingTable is the last run of each query (a row) by each model (a column), nil for none.
type rankingTable [][]*ranking

// all yields the runs with their query and model.
func (t rankingTable) all() iter.Seq2[[2]int, *ranking] {
	return func(yield func([2]int, *ranking) bool) {
		for q, row := range t {
			for i, run := range row {
				if run != nil && !yield([2]int{q, i}, run) {
					return
				}
			}
		}
	}
}

func (t rankingTable) find(run *ranking) (query, model int, ok bool) {
	for at, one := range t.all() {
		if one == run {
			return at[0], at[1], true
		}
	}
	return 0, 0, false
}

func (t rankingTable) clone() rankingTable {
	out := slices.Clone(t)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

// setRankings replaces the table, and cancels running requests that are no longer in it: nobody would see their cost.
func (s *Screen) setRankings(next rankingTable) {
	listed := map[*ranking]bool{}
	for _, run := range next.all() {
		listed[run] = true
	}
	was := s.rankings
	s.rankings = next
	for _, run := range was.all() {
		if !listed[run] && run.running() {
			run.Cancel()
		}
	}
}

// mergedRankings returns the runs of an earlier table and those made since that its set still asks. Of two in one place,
// that of the present documents counts.
func (s *Screen) mergedRankings(was rankingTable) rankingTable {
	out := was.clone()
	for at, run := range s.rankings.all() {
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
func (s *Screen) placeFor(run *ranking, query, model int) (q, i int, ok bool) {
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

// fitTable resizes the table of runs, and moves the shown query into the set.
func (s *Screen) fitTable() {
	queries := len(s.set.Queries)
	next := make(rankingTable, queries)
	for q := range next {
		next[q] = make([]*ranking, len(s.set.Models))
		if q < len(s.rankings) {
			copy(next[q], s.rankings[q])
		}
	}
	s.rankings = next
	s.at = max(min(s.at, queries-1), 0)
}

// Running returns how many answers are on their way.
func (s *Screen) Running() int {
	n := 0
	for _, run := range s.rankings.all() {
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
	for _, run := range s.rankings.all() {
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
		s.Notify("stopped: %s received; %s runs the rest", w.Progress().Answered(), s.Keys.In(views.Bench).Name(views.ActRankRunAll))
	case running > 0 && s.asked.count > 1:
		s.Notify("stopped: %d of %s received", max(s.asked.count-running, 0), figures.Counted(s.asked.count, "answer"))
	}
	return w != nil || running > 0
}
