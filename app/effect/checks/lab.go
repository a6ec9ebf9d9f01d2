package checks

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
)

// ReadLab reads a lab file, as Read does a check file.
func ReadLab(path string, allowed ...string) (*expect.Lab, error) {
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	l, err := files.ReadLab(path, data, allowed...)
	if err != nil {
		return nil, err
	}
	return l.Lab, nil
}

// Expand returns each case as it is checked for each variant, with the variant's request: by case, then by variant.
// A model replaces that of the file's requests, and repeat how often each is sent; "" and 0 change nothing. The error is
// an *expect.Broken.
func Expand(file *expect.Lab, model string, repeat int) (list []*expect.Check, err error) {
	var faults []expect.Fault
	add := func(c *expect.Check, line int, format string, args ...any) {
		faults = append(faults, expect.Fault{Line: line, Text: fmt.Sprintf("%s:%d: ", c.File, line) + fmt.Sprintf(format, args...)})
	}
	for _, one := range file.Cases {
		if one.Request == nil {
			add(one, one.Line, "%q has no request to send", one.Name)
			continue
		}
		for _, v := range file.Variants {
			of := v.Of(one)
			if repeat > 0 { // the same share may miss
				of.Repeat, of.Misses = repeat, one.Misses*repeat/one.Repeat
			}
			for _, patch := range [][]byte{modelPatch(model, one), v.Patch} {
				if patch == nil || !scan.Valid(of.Request) {
					continue
				}
				request, err := talk.MergePatch(of.Request, patch)
				if err != nil {
					add(one, v.Line, "variant %q: %v", v.Name, err)
					continue
				}
				of.Request = request
			}
			list = append(list, of)
		}
	}
	if faults != nil {
		return nil, &expect.Broken{Faults: faults}
	}
	return list, nil
}

// modelPatch returns the patch that sets a model, as that of gatehouse check does; nil where it changes nothing.
func modelPatch(model string, of *expect.Check) []byte {
	if model == "" || of.Send.FixedModel || validate.Kind(of.Request) == validate.ForRerank {
		return nil
	}
	return talk.ModelPatch(model)
}

// Place is where a trial is in lab.Results; repeats are counted from 0.
type Place struct{ Case, Variant, Repeat int }

// NewLab returns the lab of a file, with the requests of its expanded checks.
func NewLab(file *expect.Lab, all []Request) *Lab {
	l := &Lab{Jobs: Jobs, Marks: file.Marks}
	for _, v := range file.Variants {
		l.Variants = append(l.Variants, v.Name)
	}
	for i, one := range file.Cases {
		l.Cases = append(l.Cases, one.Name)
		l.Requests = append(l.Requests, all[i*len(file.Variants):(i+1)*len(file.Variants)])
	}
	return l
}

// Lab sends the requests of a lab: those of every case by every variant.
type Lab struct {
	Cases, Variants []string
	Requests        [][]Request // prepared, by case, then by variant; each is sent Repeat times; made by NewLab
	Marks           []lab.Mark  // the user's: an answer with one is recalled rather than a later one
	Jobs            int
	Budget          *lab.Budget // nil: no limit
	Filter          Filter
	Known           lab.Results            // of an earlier run: what has an answer in it is not sent again
	Arrived         func(Place, lab.Trial) // called for each answer, one at a time; may be nil

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
	r = l.empty()
	var cells []lab.Cell // of one repeat
	var repeats []int
	l.runs = nil
	for c, row := range l.Requests {
		l.runs = append(l.runs, make([][]expect.Run, len(row)))
		for v := range row {
			l.runs[c][v] = make([]expect.Run, row[v].Repeat)
		}
	}
	for n, more := 0, true; more; n++ { // all once, then all again
		more = false
		for c, row := range l.Requests {
			for v := range row {
				p := Place{c, v, n}
				if n >= row[v].Repeat {
					continue
				}
				if more = true; l.isKnown(p) {
					r.Trials[c][v][n] = l.Known.Trials[c][v][n]
					continue
				}
				cells, repeats = append(cells, lab.Cell{Case: c, Candidate: v}), append(repeats, n)
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
	return r, cmp.Or(s.run.Why(), strings.Join(s.unsent, ", ")), w.Err()
}

// empty returns the results of a lab before anything was sent.
func (l *Lab) empty() lab.Results {
	r := lab.Results{Cases: l.Cases, Variants: l.Variants, Trials: make([][][]lab.Trial, len(l.Cases))}
	for c, row := range l.Requests {
		r.Trials[c] = make([][]lab.Trial, len(row))
		for v := range row {
			r.Trials[c][v] = make([]lab.Trial, row[v].Repeat)
		}
	}
	return r
}

// Carry takes what another lab knows as known, where the request has the same bytes and goes to the same gateway.
func (l *Lab) Carry(from *Lab) {
	l.Known = l.empty()
	if from == nil || from.Known.Trials == nil {
		return
	}
	for c, row := range l.Requests {
		for v := range row {
			was, with := slices.Index(from.Cases, l.Cases[c]), slices.Index(from.Variants, l.Variants[v])
			if was < 0 || with < 0 {
				continue
			}
			if old := &from.Requests[was][with]; bytes.Equal(old.body, row[v].body) && old.To.sameAs(row[v].To) {
				copy(l.Known.Trials[c][v], from.Known.Trials[was][with])
			}
		}
	}
}

// sameAs reports whether two gateways are one.
func (g *Gateway) sameAs(o *Gateway) bool {
	return g.About.Connection == o.About.Connection && g.About.BaseURL == o.About.BaseURL
}

// Left returns the requests that Run would send, each as often as it would.
func (l *Lab) Left() (all []Request, count int) {
	for c, row := range l.Requests {
		for v, r := range row {
			of := *r.Check
			for n := range r.Repeat {
				if l.isKnown(Place{c, v, n}) {
					of.Repeat--
				}
			}
			if count += of.Repeat; of.Repeat > 0 {
				r.Check = &of
				all = append(all, r)
			}
		}
	}
	return all, count
}

// isKnown reports whether a trial has an answer.
func (l *Lab) isKnown(p Place) bool {
	return l.Known.Trials != nil && l.Known.Trials[p.Case][p.Variant][p.Repeat].Answered()
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

	refused []*Gateway // take no more requests
	unsent  []string   // variants that are not sent any more, with the reason
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
		ok, to := t.Passed || t.Verdict == state.Completed, s.Requests[c][v].To
		if !ok && lab.Refused(x.State) && s.hasOther(to) { // the others continue
			if !slices.Contains(s.refused, to) {
				s.refused = append(s.refused, to)
				s.unsent = append(s.unsent, s.Variants[v]+" answered "+x.State.Head.StatusText())
			}
			ok = true
		}
		s.run.Finish(n, x.State, s.charge(n, t), ok)
		s.done++
		if s.Arrived != nil {
			s.Arrived(Place{c, v, s.repeats[n.Case]}, t)
		}
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
		variant := s.Variants[s.cells[n.Case].Candidate]
		usd, unknown := s.maxCost(s.request(n))
		if slices.Contains(s.refused, s.request(n).To) {
			s.run.Drop(n)
		} else if unknown != "" {
			s.run.Drop(n)
			if words := "requests of " + variant + " are left out under a limit (" + unknown + ")"; !slices.Contains(s.unsent, words) {
				s.unsent = append(s.unsent, words)
			}
		} else if s.run.Reserve(n, variant, usd) {
			return n, true
		}
	}
	return n, false
}

// hasOther reports whether requests go to another gateway too.
func (s *labRun) hasOther(than *Gateway) bool {
	return slices.ContainsFunc(s.Requests, func(row []Request) bool {
		return slices.ContainsFunc(row, func(r Request) bool { return r.To != than })
	})
}

func (s *labRun) request(n lab.Cell) *Request {
	at := s.cells[n.Case]
	return &s.Requests[at.Case][at.Candidate]
}

// maxCost returns what an answer may cost, in USD, NaN without a limit; unknown is why it is not known under one, or "".
func (s *labRun) maxCost(r *Request) (usd float64, unknown string) {
	switch {
	case s.Budget == nil:
		return math.NaN(), ""
	case r.To.Local:
		return 0, ""
	}
	return r.To.known.MaxCost(r.body, validate.Kind(r.body) == validate.ForRerank, r.Send.FixedModel)
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
		if !again || client.Sleep(ctx, wait) != nil {
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
	}
	return trialOf(x, run), x, run
}

// trialOf returns the trial of an exchange that was checked; without one, that of the run alone.
func trialOf(x export.Exchange, run expect.Run) (t lab.Trial) {
	if x.Capture != nil {
		t.Entry, t.Text = history.Of(x.About, x.State, x.Capture), x.State.Text()
	}
	if f := x.State.Failure; f != nil {
		t.Message = f.Message
	}
	if t.Passed = run.Passed(); !t.Passed {
		t.Missed = missed(run)
	}
	return t
}

func missed(run expect.Run) (words []string) {
	for _, o := range run.Outcomes {
		if !o.OK {
			words = append(words, fmt.Sprintf("%s: expected %s, got %s", o.Name, o.Want, o.Got))
		}
	}
	return words
}
