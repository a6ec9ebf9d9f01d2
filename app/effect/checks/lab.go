package checks

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
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

// NewLab returns the lab of a file, with the requests of its expanded checks.
func NewLab(file *expect.Lab, all []Request) *Lab {
	l := &Lab{Jobs: Jobs, Marks: file.Marks}
	l.completedOnly = !slices.ContainsFunc(file.Cases, func(c *expect.Check) bool { return !c.CompletedOnly })
	for _, v := range file.Variants {
		l.Variants = append(l.Variants, v.Name)
	}
	for _, one := range file.Cases {
		l.Cases = append(l.Cases, one.Name)
	}
	l.Requests = slices.Collect(slices.Chunk(all, max(len(file.Variants), 1)))
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
	Known           lab.Results                             // of an earlier run: what has an answer in it is not sent again
	Arrived         func(lab.Cell, lab.Trial, lab.Progress) // called for each answer, one at a time; may be nil

	completedOnly bool // as lab.Results
	runs          map[lab.Cell]expect.Run
}

// Checked returns the results of each case for each variant, once the lab has run; of those that were sent.
// Its Name has the variant before the case, which is its Group.
func (l *Lab) Checked() (all []expect.Result) {
	for c, row := range l.Requests {
		for v := range row {
			of := *row[v].Check
			of.Name, of.Group = l.Variants[v]+": "+l.Cases[c], l.Cases[c]
			one := expect.Result{Check: &of}
			for n := range of.Repeat {
				if run, ok := l.runs[lab.Cell{Case: c, Candidate: v, Repeat: n}]; ok {
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
	l.runs = map[lab.Cell]expect.Run{}
	var cells []lab.Cell
	for c, row := range l.Requests {
		for v := range row {
			for n := range row[v].Repeat {
				if at := (lab.Cell{Case: c, Candidate: v, Repeat: n}); l.isKnown(at) {
					*r.At(at) = *l.Known.At(at)
				} else {
					cells = append(cells, at)
				}
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b lab.Cell) int { return a.Repeat - b.Repeat }) // all once, then all again
	s := &labRun{Lab: l, results: r, run: lab.NewRun(cells, l.Jobs, l.Budget), work: w}
	_ = w.At(Step(0, len(cells)))
	Drive(w.Context(), s.run, s.plan, s.send)
	return r, cmp.Or(s.run.Why(), strings.Join(s.unsent, ", ")), w.Err()
}

// empty returns the results of a lab before anything was sent.
func (l *Lab) empty() lab.Results {
	r := lab.Results{Cases: l.Cases, Variants: l.Variants, Trials: make([][][]lab.Trial, len(l.Cases)), CompletedOnly: l.completedOnly}
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
				if l.isKnown(lab.Cell{Case: c, Candidate: v, Repeat: n}) {
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
func (l *Lab) isKnown(c lab.Cell) bool { return l.Known.Trials != nil && l.Known.At(c).Answered() }

// labRun sends the requests of a lab.
type labRun struct {
	*Lab
	run     *lab.Run
	results lab.Results
	work    *progress.Work

	refused []*Gateway // take no more requests
	unsent  []string   // variants that are not sent any more, with the reason
}

func (s *labRun) request(c lab.Cell) *Request { return &s.Requests[c.Case][c.Candidate] }

// plan returns the variant of a request and what it may cost; ok is false if it is not to be sent.
func (s *labRun) plan(c lab.Cell) (variant string, usd float64, ok bool) {
	r := s.request(c)
	variant = s.Variants[c.Candidate]
	switch {
	case slices.Contains(s.refused, r.To):
		return variant, 0, false
	case s.Budget == nil:
		return variant, math.NaN(), true
	case r.To.Local:
		return variant, lab.Simulated, true
	}
	usd, unknown := r.To.known.MaxCost(r.body, r.IsRerank(), r.Send.FixedModel)
	if words := "requests of " + variant + " are left out under a limit (" + unknown + ")"; unknown != "" && !slices.Contains(s.unsent, words) {
		s.unsent = append(s.unsent, words)
	}
	return variant, usd, unknown == ""
}

// send sends a request once, after some waits.
func (s *labRun) send(ctx context.Context, c lab.Cell, waits int) (_ *state.Exchange, final bool, end func()) {
	x := export.Exchange{State: state.NewExchange("", nil)}
	r, run := s.request(c), expect.Run{}
	switch err := r.To.Pace.wait(ctx); {
	case r.err != nil:
		run = r.Nothing("request", "a request", r.err.Error())
	case err != nil:
		run = r.Nothing("request", "an answer", err.Error())
	default:
		about := r.To.About
		about.Case, about.Variant, about.Repeat = s.Cases[c.Case], s.Variants[c.Candidate], c.Repeat+1
		run, x = r.ask(ctx, about, s.Filter)
	}
	t := trialOf(x, run)
	t.Waits = waits
	return x.State, t.Passed, func() { s.ended(c, t, run, x.State) }
}

// ended takes the answer to a request.
func (s *labRun) ended(c lab.Cell, t lab.Trial, run expect.Run, x *state.Exchange) {
	s.results.Put(c, t)
	s.runs[c] = run
	t, to := *s.results.At(c), s.request(c).To
	cost := t.Cost
	if t.ID == "" || cost < 0 {
		cost = math.NaN() // it reports none
	}
	s.run.Finish(c, x, cost, t.Answered())
	if !t.Answered() && lab.Refused(x) && s.hasOther(to) { // the others continue
		s.run.Continue()
		if !slices.Contains(s.refused, to) {
			s.refused = append(s.refused, to)
			s.unsent = append(s.unsent, s.Variants[c.Candidate]+" answered "+x.Head.StatusText())
		}
	}
	so := s.run.Progress()
	if s.Arrived != nil {
		s.Arrived(c, t, so)
	}
	_ = s.work.At(Step(so.Ended, so.Total))
}

// hasOther reports whether requests go to another gateway too.
func (s *labRun) hasOther(than *Gateway) bool {
	return slices.ContainsFunc(s.Requests, func(row []Request) bool {
		return slices.ContainsFunc(row, func(r Request) bool { return r.To != than })
	})
}

// trialOf returns the trial of an exchange that was checked; without one, that of the run alone.
func trialOf(x export.Exchange, run expect.Run) (t lab.Trial) {
	if x.Capture != nil {
		t = lab.TrialOf(history.Of(x.About, x.State, x.Capture), x.State.Text())
	}
	if f := x.State.Failure; f != nil {
		t.Message = strings.Clone(f.Message)
	}
	if t.Passed = run.Passed(); t.Passed {
		return t
	}
	for _, o := range run.Outcomes {
		if !o.OK {
			t.Missed = append(t.Missed, fmt.Sprintf("%s: expected %s, got %s", o.Name, o.Want, o.Got))
		}
	}
	return t
}
