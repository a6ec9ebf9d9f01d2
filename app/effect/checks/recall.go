package checks

import (
	"bytes"
	"slices"
	"time"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/lab"
)

// Recall adds to Known, which must be there, the answers that the history has to the requests of a lab: of each case,
// variant and repeat the one with a mark, else the latest, if its request has the same bytes and went to the same gateway. The error is a
// *progress.StoppedError, or that of reading.
func (l *Lab) Recall(w *progress.Work, a archive.Reader) error {
	q, _ := query.Parse("origin:"+string(history.Lab), time.Now())
	list, err := a.List(w.Context(), archive.Page{Query: q, Limit: -1})
	marked := map[string]int{}
	for _, m := range l.Marks {
		marked[m.Answer] = 1
	}
	slices.SortStableFunc(list, func(a, b history.Entry) int { return marked[b.ID] - marked[a.ID] })
	for i := range list {
		e := &list[i] // those with a mark, then the newest first
		c, v := slices.Index(l.Cases, e.Case), slices.Index(l.Variants, e.Variant)
		if c < 0 || v < 0 || e.Repeat < 1 || e.Repeat > len(l.Known.Trials[c][v]) {
			continue
		}
		at := lab.Cell{Case: c, Candidate: v, Repeat: e.Repeat - 1}
		request, t := &l.Requests[c][v], l.Known.At(at)
		if t.Answered() || e.Verdict == state.Running || e.Connection != request.To.About.Connection || e.BaseURL != request.To.About.BaseURL {
			continue
		}
		if err := w.Counted("reading", i, len(list), "answers"); err != nil {
			return err
		}
		x, err := share.Load(w.Context(), a, e)
		if err != nil {
			return err
		}
		if !bytes.Equal(x.Capture.Sent.Body, request.body) {
			continue
		}
		run := expect.Run{Exchange: e.ID, Outcomes: request.Evaluate(Subject(w.Context(), x, l.Filter))}
		if found := trialOf(x, run); t.Unsent() || found.Answered() {
			l.Known.Put(at, found)
		}
	}
	return err
}
