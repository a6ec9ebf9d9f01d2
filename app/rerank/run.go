package rerank

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// Run is what one model was asked for one query, and what came of it.
type Run struct {
	screen.Exchange
	screen    *Screen
	query     string
	docs      uint64 // number of the documents
	model     rerankset.Model
	count     int          // of documents
	chosen    []int        // which documents of the set they are; nil: all
	link      *screen.Link // over which it went; nil for one that a file holds
	began     time.Time
	answer    rerankset.Answer
	fullOrder *rank.Order // its order by document of the set; nil until it is needed
	sweep     *sweep      // that sent it; nil once it has ended
	cell      lab.Cell    // of the sweep
}

// adopt makes a run one of the screen's.
func (s *Screen) adopt(run *Run) {
	run.screen, run.Sender = s, s
	run.Neighbours, run.Actions, run.Receiver = run, run, run
}

// running reports whether the answer has not ended.
func (r *Run) running() bool { return r.State.End == nil }

// size is about how many bytes a run takes: its request, its answer as it came
// and as it is read, and its order.
func (r *Run) size() int {
	n := 24 * r.count
	if r.State != nil {
		n += len(r.State.Request)
	}
	if r.Capture != nil && !r.running() {
		n += 2 * int(r.Capture.Text().Len())
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
	return run.docs == s.docs && run.query == s.set.Queries[query].Text && run.model.Same(s.set.Models[model]) && s.sameWay(run)
}

// sameWay reports whether a run went over the present connection. Of one that a file holds that is
// not asked.
func (s *Screen) sameWay(run *Run) bool { return run.link == nil || run.link.Leads(s.Link.Connection) }

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
	if !s.sameWay(run) {
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

// orderOf is the order that a run brought of the present documents; nil for no
// run, and for one of other documents, however many they were.
func (s *Screen) orderOf(run *Run) *rank.Order {
	own := s.ownOrder(run)
	if own == nil || run.chosen == nil {
		return own
	}
	if run.fullOrder == nil {
		whole := own.Among(len(s.set.Documents), func(place int) int { return run.chosen[place] })
		run.fullOrder = &whole
	}
	return run.fullOrder
}

// ownOrder is orderOf by place in the request of the run, as the marks of a query are.
func (s *Screen) ownOrder(run *Run) *rank.Order {
	if run == nil || !run.answer.Ranked || run.docs != s.docs {
		return nil
	}
	return &run.answer.Order
}

// compared returns the answers to the query that is shown, one a model. The order of an answer
// about other documents is left out.
func (s *Screen) compared() []rerankset.Answer {
	labels := s.set.Labels()
	all := make([]rerankset.Answer, len(labels))
	for i, run := range s.row() {
		a := &all[i]
		if run != nil {
			*a = run.answer
			a.Earlier = s.earlier(run, i)
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
func (s *Screen) Table() rerankset.Table {
	return s.set.Table(s.at, s.depth, s.compared()...)
}

// clockPace is the time between two ticks of the clock while a model is being
// asked.
const clockPace = 250 * time.Millisecond

// clock shows how the time passes while models are being asked. It stops while
// none is, and while the screen is not shown.
type clock struct {
	at      time.Time // of the last tick
	ticking bool
}

// asked are the models that were asked since nothing ran last.
type asked struct {
	count int
	began time.Time
}

// answers says how many of several models have answered, once that takes a moment, and how
// the others are stopped; empty where there is nothing to say.
func (s *Screen) answers() string {
	running := s.Running()
	if running == 0 || s.asked.count < 2 || s.clock.at.Sub(s.asked.began) < progress.Patience {
		return ""
	}
	step := progress.Step{Verb: "waiting for", What: "the models", Done: s.asked.count - running, Total: s.asked.count, Unit: "answers"}
	return step.String() + " · " + s.Keys.Name(views.ActStop) + " stops all"
}

// tick shows in the heads of the columns how long their models have been asked,
// and keeps the clock going for as long as one is.
func (s *Screen) tick() tea.Cmd {
	waits := false
	elapsed := make([]int64, len(s.row()))
	for i, run := range s.row() {
		if run != nil && run.running() {
			elapsed[i] = max(s.clock.at.Sub(run.began).Microseconds(), 0)
			waits = true
		}
	}
	s.ranking.SetElapsed(elapsed)
	if !waits || s.clock.ticking {
		return nil
	}
	s.clock.ticking = true
	return tea.Tick(clockPace, func(at time.Time) tea.Msg { return ticked{s, at} })
}

// ticked is a tick of the clock; what it says is shown by the refresh that
// follows every message.
type ticked struct {
	screen *Screen
	at     time.Time
}

func (t ticked) Land() tea.Cmd {
	s := t.screen
	s.clock = clock{at: t.at}
	if line := s.answers(); line != "" && line != s.noted {
		s.noted = line
		s.Host.Arrange()
	}
	return nil
}
