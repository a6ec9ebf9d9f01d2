package rerank

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank"
)

// start sends the request of a run over a connection.
func (s *Screen) start(run *Run, link *screen.Link, doc []byte) tea.Cmd {
	s.adopt(run)
	run.began, run.link, run.About = time.Now(), link, link.About("", 0, state.Rerank)
	call := client.Call{ID: screen.NewID(), Path: client.RerankPath, Body: doc}
	return s.Start(&run.Exchange, screen.Sending{Of: s.File(), Over: link, Call: call})
}

// Arrived implements screen.Receiver.
func (r *Run) Arrived(bool) tea.Cmd {
	r.screen.invalidate()
	return nil
}

// End implements screen.Ender: it folds the end of a run, and joins its results to the
// documents, in the background: an answer for ten thousand documents takes a fifth of a second
// to read.
func (r *Run) End(end wire.Arrival) tea.Cmd {
	x, capture := r.State.Clone(), r.Capture
	return func() tea.Msg {
		x.Apply(end)
		return ended{r.screen, r, outcomeOf(r, x, capture)}
	}
}

// outcome is what came of a run.
type outcome struct {
	exchange *state.Exchange
	capture  *wire.Capture
	order    rank.Order
	ranked   bool
	why      string // it brought no order
}

// outcomeOf joins the results of an exchange that has ended to the documents of its run.
func outcomeOf(run *Run, x *state.Exchange, capture *wire.Capture) outcome {
	o := outcome{exchange: x, capture: capture}
	if result := x.Ranking; result != nil {
		o.order, o.ranked = rank.Join(run.count, run.model.TopN(), *result), true
		o.order.CheckTexts(x.Request, *result)
	} else {
		o.why = whyNoOrder(x, capture)
	}
	return o
}

// take makes an outcome that of the run.
func (r *Run) take(o outcome) {
	r.State, r.Capture, r.order, r.ranked, r.why = o.exchange, o.capture, o.order, o.ranked, o.why
}

// ended brings all of a run.
type ended struct {
	screen *Screen
	run    *Run
	outcome
}

func (e ended) Land() tea.Cmd {
	s, run := e.screen, e.run
	run.Cancel()
	run.take(e.outcome)
	s.Host.Save(&run.Exchange)
	s.forget() // the size of the run is known now
	s.basis++
	s.invalidate()
	return s.swept(run)
}
