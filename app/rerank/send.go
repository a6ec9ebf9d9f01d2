package rerank

import (
	"slices"
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
	call := client.Call{ID: screen.NewID(), Path: client.RerankPath, Body: doc}
	run.began, run.link, run.exchange = time.Now(), link, state.NewRerank(call.ID, doc)
	var read tea.Cmd
	run.Run, read = s.Start(screen.Sending{Of: s.File(), Over: link, Call: call, As: exchange{run, s}, Kind: state.Rerank})
	return tea.Batch(read, s.next(run))
}

// next waits for what comes next of a run.
func (s *Screen) next(run *Run) tea.Cmd {
	return func() tea.Msg {
		batch := run.Box.Take()
		from := len(run.came)
		for _, c := range batch.Chunks {
			run.came = append(run.came, c...)
		}
		run.Box.Recycle(batch.Chunks)
		if run.came[len(run.came)-1].Kind != wire.ArrivedEnd {
			return arrived{screen: s, run: run, capture: batch.Capture, arrivals: slices.Clip(run.came[from:])}
		}
		return s.ended(run, batch.Capture)
	}
}

// ended folds all of a run, and joins its results to the documents. It runs in
// the background: an answer for ten thousand documents takes a fifth of a second to
// read.
func (s *Screen) ended(run *Run, capture *wire.Capture) ended {
	x := state.NewRerank(run.exchange.ID, run.exchange.Request)
	x.Apply(run.came...)
	run.came = nil
	return ended{s, run, outcomeOf(run, x, capture)}
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
	r.exchange, r.capture, r.order, r.ranked, r.why = o.exchange, o.capture, o.order, o.ranked, o.why
}

// arrived brings what came of a run before its end.
type arrived struct {
	screen   *Screen
	run      *Run
	capture  *wire.Capture
	arrivals []wire.Arrival
}

func (a arrived) Land() tea.Cmd {
	a.run.capture = a.capture
	a.run.exchange.Apply(a.arrivals...)
	a.screen.invalidate()
	return a.screen.next(a.run)
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
	s.Host.Save(run.Recording, e.exchange, e.capture)
	s.forget() // the size of the run is known now
	s.basis++
	s.invalidate()
	return s.swept(run)
}
