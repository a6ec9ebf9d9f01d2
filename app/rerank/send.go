package rerank

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/rerankset"
)

// start sends the request of a run over a connection.
func (s *Screen) start(run *Run, link *screen.Link, doc []byte) tea.Cmd {
	call := client.Call{ID: screen.NewID(), Path: client.RerankPath, Body: doc}
	run.began, run.link = time.Now(), link
	run.take(state.NewRerank(call.ID, doc), nil)
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
	return ended{s, run, x, capture, run.read(x, capture)}
}

// take makes what an exchange received that of the run, its results joined to the documents.
func (r *Run) take(x *state.Exchange, capture *wire.Capture) {
	r.exchange, r.capture, r.answer = x, capture, r.read(x, capture)
}

// read reads what an exchange received.
func (r *Run) read(x *state.Exchange, capture *wire.Capture) rerankset.Answer {
	var context explain.Context
	if capture != nil {
		context.BaseURL = screen.BaseURL(capture.Sent.URL)
		context.KeySent = len(wire.KeyHeaders(capture.Sent.Header)) > 0
	}
	a := rerankset.AnswerOf(x, context, r.count, r.model.TopN())
	a.Query, a.Asked = r.query, &r.model
	return a
}

// arrived brings what came of a run before its end.
type arrived struct {
	screen   *Screen
	run      *Run
	capture  *wire.Capture
	arrivals []wire.Arrival
}

func (a arrived) Land() tea.Cmd {
	a.run.exchange.Apply(a.arrivals...)
	a.run.take(a.run.exchange, a.capture)
	a.screen.invalidate()
	return a.screen.next(a.run)
}

// ended brings all of a run.
type ended struct {
	screen   *Screen
	run      *Run
	exchange *state.Exchange
	capture  *wire.Capture
	answer   rerankset.Answer
}

func (e ended) Land() tea.Cmd {
	s, run := e.screen, e.run
	run.Cancel()
	run.exchange, run.capture, run.answer = e.exchange, e.capture, e.answer
	s.Host.Save(run.Recording, e.exchange, e.capture)
	s.forget() // the size of the run is known now
	s.basis++
	s.invalidate()
	return s.swept(run)
}
