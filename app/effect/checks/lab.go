package checks

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gatehouse/app/effect/progress"
	"gatehouse/state"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
)

// ReadLab reads a lab file, as Read does a check file.
func ReadLab(path string, allowed ...string) (*expect.Lab, error) {
	return readWith(path, allowed, expect.ParseLab)
}

// Lab sends the requests of a lab: those of every case by every variant.
type Lab struct {
	Cases, Variants []string
	Requests        [][]Request // prepared, by case, then by variant; each is sent Repeat times
	Jobs            int
	Budget          *lab.Budget // nil: no limit
	Filter          Filter

	runs [][][]expect.Run // as the trials
}

// Checked returns the results of each case for each variant, once the lab has run; of those that were sent.
// Its Name has the variant before the case, which is its Group.
func (l *Lab) Checked() (all []expect.Result) {
	for c, row := range l.runs {
		for v, runs := range row {
			of := *l.Requests[c][v].Check
			of.Name, of.Group = l.Variants[v]+": "+l.Cases[c], l.Cases[c]
			one := expect.Result{Check: &of}
			for _, run := range runs {
				if run.Outcomes != nil {
					one.Runs = append(one.Runs, run)
				}
			}
			if one.Runs != nil {
				all = append(all, one)
			}
		}
	}
	return all
}

// Run sends the requests, and returns the trials; why is the reason that some were not sent, or "". The error
// is a *progress.StoppedError.
func (l *Lab) Run(w *progress.Work) (r lab.Results, why string, err error) {
	r = lab.Results{Cases: l.Cases, Variants: l.Variants, Trials: make([][][]lab.Trial, len(l.Cases))}
	var cells []lab.Cell // of one repeat
	var repeats []int
	for c, row := range l.Requests {
		r.Trials[c] = make([][]lab.Trial, len(row))
		l.runs = append(l.runs, make([][]expect.Run, len(row)))
		for v := range row {
			r.Trials[c][v] = make([]lab.Trial, row[v].Repeat)
			l.runs[c][v] = make([]expect.Run, row[v].Repeat)
		}
	}
	for n, sent := 0, true; sent; n++ { // all once, then all again
		sent = false
		for c, row := range l.Requests {
			for v := range row {
				if n < row[v].Repeat {
					cells, repeats, sent = append(cells, lab.Cell{Case: c, Candidate: v}), append(repeats, n), true
				}
			}
		}
	}
	s := &labRun{Lab: l, results: &r, repeats: repeats}
	s.run = lab.NewRun(numbered(len(cells)), l.Jobs, l.Budget)
	s.cells = cells
	s.ended = sync.NewCond(&s.mu)
	defer context.AfterFunc(w.Context(), s.ended.Broadcast)()
	_ = w.At(Step(0, len(cells)))
	var all sync.WaitGroup
	for range min(l.Jobs, len(cells)) {
		all.Go(func() { s.work(w) })
	}
	all.Wait()
	return r, s.run.Why(), w.Err()
}

// numbered returns a cell for each request: the same case and variant may be on their way several times.
func numbered(n int) []lab.Cell {
	all := make([]lab.Cell, n)
	for i := range all {
		all[i].Case = i
	}
	return all
}

// labRun is the work of several goroutines that send the requests of a lab.
type labRun struct {
	*Lab
	cells   []lab.Cell // by number
	repeats []int

	mu      sync.Mutex // of all below
	ended   *sync.Cond // a request has ended
	run     *lab.Run
	results *lab.Results
	done    int
}

// work sends requests until none is left.
func (s *labRun) work(w *progress.Work) {
	for {
		n, ok := s.next(w.Context())
		if !ok {
			return
		}
		c, v := s.cells[n.Case].Case, s.cells[n.Case].Candidate
		t, x, run := s.try(w.Context(), c, v, s.repeats[n.Case])
		s.mu.Lock()
		s.runs[c][v][s.repeats[n.Case]] = run
		s.results.Trials[c][v][s.repeats[n.Case]] = t
		s.run.Finish(n, x.State, s.charge(n, t), t.Passed || t.Verdict == state.Completed)
		s.done++
		_ = w.At(Step(s.done, len(s.cells)))
		s.ended.Broadcast()
		s.mu.Unlock()
	}
}

// next returns the number of the next request, once it may be sent; ok is false if none may.
func (s *labRun) next(ctx context.Context) (n lab.Cell, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ctx.Err() == nil {
		n, ok = s.run.Next()
		if !ok {
			if len(s.run.Left()) == 0 || s.run.Why() != "" {
				return n, false
			}
			s.ended.Wait()
			continue
		}
		r := s.request(n)
		if s.run.Reserve(n, s.Variants[s.cells[n.Case].Candidate], s.maxCost(r)) {
			return n, true
		}
	}
	return n, false
}

func (s *labRun) request(n lab.Cell) *Request {
	at := s.cells[n.Case]
	return &s.Requests[at.Case][at.Candidate]
}

// maxCost returns what an answer may cost, in USD; NaN: it is not known.
func (s *labRun) maxCost(r *Request) float64 {
	switch {
	case s.Budget == nil:
		return math.NaN()
	case r.To.Local:
		return 0
	}
	usd, unknown := r.To.known.MaxCost(r.body, validate.Kind(r.body) == validate.ForRerank, r.Send.FixedModel)
	if unknown != "" {
		return math.Inf(1) // it is not sent
	}
	return usd
}

// charge returns the cost that an answer reports, in USD; NaN: it reports none. The local gateway's is simulated.
func (s *labRun) charge(n lab.Cell, t lab.Trial) float64 {
	switch {
	case s.request(n).To.Local:
		return 0
	case t.ID == "" || t.Cost < 0:
		return math.NaN()
	}
	return t.Cost
}

// try sends a request, again after a wait that the service asks for, and returns the last answer.
func (s *labRun) try(ctx context.Context, c, v, repeat int) (t lab.Trial, x export.Exchange, run expect.Run) {
	r := &s.Requests[c][v]
	for waits := 0; ; waits++ {
		t, x, run = s.once(ctx, r, history.About{Case: s.Cases[c], Variant: s.Variants[v], Repeat: repeat + 1})
		t.Waits = waits
		wait, ok := lab.AskedToWait(x.State, waits)
		again := ok && !t.Passed && (s.Budget == nil || lab.Unbilled(x.State)) // what it might cost is reserved once
		if !again || !progress.Sleep(ctx, wait) {
			return t, x, run
		}
	}
}

// once sends a request once. place has the case, the variant and the repeat.
func (s *labRun) once(ctx context.Context, r *Request, place history.About) (t lab.Trial, x export.Exchange, run expect.Run) {
	x.State = state.NewExchange("", nil)
	switch err := r.To.Pace.wait(ctx); {
	case r.err != nil:
		run = r.Nothing("request", "a request", r.err.Error())
	case err != nil:
		run = r.Nothing("request", "an answer", err.Error())
	default:
		about := r.To.About
		about.Case, about.Variant, about.Repeat = place.Case, place.Variant, place.Repeat
		run, x = r.ask(ctx, about, s.Filter)
		t.Entry, t.Text = history.Of(x.About, x.State, x.Capture), x.State.Text()
	}
	if t.Passed = run.Passed(); !t.Passed {
		t.Missed = missed(run)
	}
	return t, x, run
}

func missed(run expect.Run) (words []string) {
	for _, o := range run.Outcomes {
		if !o.OK {
			words = append(words, fmt.Sprintf("%s: expected %s, got %s", o.Name, o.Want, o.Got))
		}
	}
	return words
}
