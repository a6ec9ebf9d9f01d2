package rerank

import (
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
	s.adopt(run)
	run.began, run.link, run.About = time.Now(), link, link.About("", 0, state.Rerank)
	call := client.Call{ID: screen.NewID(), Path: client.RerankPath, Body: doc}
	cmd := s.Start(&run.Exchange, screen.Sending{Of: s.File(), Over: link, Call: call})
	run.take(run.State, run.Capture)
	return cmd
}

// Arrived implements screen.Receiver.
func (r *Run) Arrived(bool) tea.Cmd {
	r.take(r.State, r.Capture)
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
		return ended{r.screen, r, x, capture, r.read(x, capture)}
	}
}

// take makes what an exchange received that of the run, its results joined to the documents.
func (r *Run) take(x *state.Exchange, capture *wire.Capture) {
	r.State, r.Capture, r.answer = x, capture, r.read(x, capture)
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

// ended has all that a run received.
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
	run.State, run.Capture, run.answer = e.exchange, e.capture, e.answer
	s.Host.Save(&run.Exchange)
	s.forget() // the size of the run is known now
	s.basis++
	s.invalidate()
	return s.swept(run)
}
