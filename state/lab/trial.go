package lab

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// Trial is one answer of a variant to a case. It has little of the exchange, which is in the history, as a lab has
// thousands.
type Trial struct {
	ID                         string // of the exchange; "": nothing was sent
	Verdict                    state.Verdict
	Reason                     string // as history.Entry, as all figures
	Status                     int
	Served, Provider           string
	TTFTUS, TotalUS, ThoughtUS int64
	Rate                       int64
	Output                     int64 // tokens; -1: not known, or estimated
	Cost                       float64

	Passed  bool     // every expectation was met
	Missed  []string // those that were not, in words
	Text    string   // of the answer
	Message string   // of the error, if it failed
	Marked  bool     // the user marked it, or one with the same text
	Mark    int      // how good the user found it, 0 to 3
	Waits   int      // how often the request was sent before, and the service asked to wait
}

// TrialOf returns the trial of an exchange of the history, which refers to nothing of it.
func TrialOf(e history.Entry, text string) Trial {
	output := int64(e.Tokens.Counts[usage.Output])
	if e.Tokens.Estimated {
		output = -1
	}
	return Trial{
		ID: e.ID, Verdict: e.Verdict, Reason: strings.Clone(e.Reason), Status: e.Status, Served: strings.Clone(e.Served), Provider: strings.Clone(e.Provider),
		TTFTUS: e.TTFTUS, TotalUS: e.TotalUS, ThoughtUS: e.ThoughtUS, Rate: e.Rate, Output: output, Cost: e.Cost, Text: strings.Clone(text),
	}
}

// Unsent reports whether the request of a trial was never sent, or the user stopped it. One that could not be made
// has failed.
func (t Trial) Unsent() bool { return t.ID == "" && t.Missed == nil || t.Verdict == state.Cancelled }

// Answered reports whether a trial has an answer, complete or stopped early by the model, or ended as expected:
// it is not sent again.
func (t Trial) Answered() bool {
	return !t.Unsent() && (t.Passed || t.Verdict == state.Completed || t.Verdict == state.Incomplete)
}

// Results are the trials of a lab: by case, then by variant, then by repeat.
type Results struct {
	Cases, Variants []string
	Trials          [][][]Trial
	CompletedOnly   bool // no case expects anything of its answer but that it is completed
}

// At returns the trial of a cell.
func (r Results) At(c Cell) *Trial { return &r.Trials[c.Case][c.Candidate][c.Repeat] }

// Put sets the trial of a cell. What another trial of its case has too is held once.
func (r Results) Put(c Cell, t Trial) {
	for _, trials := range r.Trials[c.Case] {
		for _, o := range trials {
			if o.Text == t.Text {
				t.Text = o.Text
			}
			if slices.Equal(o.Missed, t.Missed) && o.Missed != nil {
				t.Missed = o.Missed
			}
		}
	}
	*r.At(c) = t
}

// Summary is what a variant did over all cases, or one who served it.
type Summary struct {
	Passed, Of    int     // of the trials that were sent
	Low, High     float64 // 95 % interval of the share that passed (Wilson); NaN without a trial
	TTFT, Total   Times
	FirstWord     Times
	Rate          float64        // output tokens a second, the median; NaN: not known
	Tokens        float64        // output tokens of an answer, the mean; NaN: not known
	Cost          float64        // of all answers, in USD; NaN: not known of one of them
	CostOfAnswer  float64        // that was completed, the mean in USD; NaN: none was, or not known
	Failed        int            // trials that did not complete
	Failures      map[string]int // how many did not, by verdict and reason
	Unsent, Waits int
}

// Times are quantiles of a duration, in microseconds; NaN where none is known.
type Times struct{ P50, P95 float64 }

// CostOfPass returns what all answers cost for each that passed, in USD; NaN where that is not known, or
// nothing passed.
func (s Summary) CostOfPass() float64 { return ratio(s.Cost, s.Passed) }

// PassRate is the share of trials that passed; NaN without one.
func (s Summary) PassRate() float64 { return ratio(float64(s.Passed), s.Of) }

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// Summary returns what a variant did.
func (r Results) Summary(variant int) Summary { return summaryOf(r.of(variant)) }

// of returns all trials of a variant.
func (r Results) of(variant int) (all []Trial) {
	for _, row := range r.Trials {
		all = append(all, row[variant]...)
	}
	return all
}

func summaryOf(all []Trial) Summary {
	s := Summary{Failures: map[string]int{}}
	var completed []Trial // a failure is no quick answer
	for _, t := range all {
		if s.Waits += t.Waits; t.Unsent() {
			s.Unsent++
			continue
		}
		if s.Of++; t.Passed {
			s.Passed++
		}
		s.Cost += t.Dollars()
		if t.Verdict == state.Completed {
			completed = append(completed, t)
		} else {
			s.Failures[t.Failure()]++
		}
	}
	figure := func(m Measure) (values []float64) {
		for _, t := range completed {
			values = append(values, t.Figure(m))
		}
		return values
	}
	times := func(m Measure) Times {
		k := known(figure(m))
		return Times{quantile(k, 0.5), quantile(k, 0.95)}
	}
	s.Low, s.High = Wilson(s.Passed, s.Of)
	s.TTFT, s.FirstWord, s.Total, s.Rate = times(TTFT), times(FirstWord), times(Total), times(Rate).P50
	s.Failed, s.Tokens, s.CostOfAnswer = s.Of-len(completed), mean(known(figure(Tokens))), mean(figure(Cost))
	if s.Of == 0 {
		s.Cost = math.NaN()
	}
	return s
}

// Failure returns why a trial did not complete: its verdict and reason.
func (t Trial) Failure() string {
	switch {
	case t.ID == "":
		return "no request"
	case t.Reason == "", t.Reason == string(t.Verdict):
		return string(t.Verdict)
	}
	return string(t.Verdict) + ": " + t.Reason
}

// Dollars returns what the answer cost; NaN: not known. A request that was refused costs nothing.
func (t Trial) Dollars() float64 {
	switch {
	case t.Cost >= 0:
		return t.Cost
	case t.ID == "", t.Status >= 400 && t.Status < 500 && t.Status != http.StatusRequestTimeout:
		return 0
	}
	return math.NaN()
}

// Measure is a figure of one trial.
type Measure int

// The figures.
const (
	Pass      Measure = iota // 1: it passed, else 0
	Ended                    // 1: it was completed, else 0
	TTFT                     // in microseconds
	FirstWord                // the time to the first token that is no reasoning, in microseconds
	Total                    // in microseconds
	Rate                     // output tokens a second
	Tokens                   // output tokens
	Cost                     // in USD
	Marks                    // the user's mark, 0 to 3
	Measures                 // how many there are
)

// Measures returns the figures that there are. Where no case expects anything, Pass is Ended.
func (r Results) Measures() (all []Measure) {
	for m := range Measures {
		if m != Ended || !r.CompletedOnly {
			all = append(all, m)
		}
	}
	return all
}

// Title returns the name of a figure. Where no case expects anything, to pass is to be completed.
func (r Results) Title(m Measure) string {
	if m == Pass && r.CompletedOnly {
		m = Ended
	}
	return [Measures]string{"passed", "completed", "TTFT", "first word", "total", "tok/s", "tokens", "cost", "your mark"}[m]
}

// Write writes a value of a figure.
func (m Measure) Write(v float64) string {
	switch m {
	case Pass, Ended:
		return figures.Share(v)
	case TTFT, FirstWord, Total:
		return figures.Duration(int64(v))
	case Cost:
		return figures.PriceOf(v)
	case Marks:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return figures.Thousands(int(math.Round(v)))
}

// Figure returns a figure of a trial; NaN where it is not known.
func (t Trial) Figure(m Measure) float64 {
	or := func(v float64) float64 {
		if v < 0 {
			return math.NaN()
		}
		return v
	}
	one := func(yes bool) float64 {
		if yes {
			return 1
		}
		return 0
	}
	switch m {
	case Pass:
		return one(t.Passed)
	case Ended:
		return one(t.Verdict == state.Completed)
	case Marks:
		if !t.Marked {
			return math.NaN()
		}
		return float64(t.Mark)
	case TTFT:
		return or(float64(t.TTFTUS))
	case FirstWord:
		return or(float64(t.TTFTUS)) + max(float64(t.ThoughtUS), 0)
	case Total:
		return or(float64(t.TotalUS))
	case Rate:
		return or(float64(t.Rate)) / 1000
	case Tokens:
		return or(float64(t.Output))
	}
	return t.Dollars()
}

// Figures returns a figure of every case by every variant, the mean over its repeats; times, rate, tokens and cost are
// those of completed answers, as a failure is no quick or cheap one.
func (r Results) Figures(m Measure) Figure {
	g := make(Grid, len(r.Trials))
	for c, row := range r.Trials {
		for _, trials := range row {
			var values []float64
			for _, t := range trials {
				if !t.Unsent() && (t.Verdict == state.Completed || m == Pass || m == Ended || m == Marks) {
					values = append(values, t.Figure(m))
				}
			}
			g[c] = append(g[c], mean(known(values)))
		}
	}
	f := Figure{Grid: g, Title: r.Title(m), MeanTitle: r.Title(m), High: m == Rate || m == Marks, Write: m.Write, Needs: "an answer", Unknown: func(int) string { return "not known" }}
	switch m {
	case Pass, Ended:
		f.Share, f.Words = true, func(c, v int) string { return r.counted(m, c, v) }
	case Marks:
		f.Needs, f.Unknown = "a mark", func(int) string { return "no mark" }
	}
	return f
}

// counted writes how many of the trials of a case passed or were completed, of those that were sent.
func (r Results) counted(m Measure, c, v int) string {
	n, of := 0, 0
	for _, t := range r.Trials[c][v] {
		if !t.Unsent() {
			n, of = n+int(t.Figure(m)), of+1
		}
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// Bench returns the cases and variants for reports on figures. Of the answers it has the verdict of the last
// repeat, and their mean cost.
func (r Results) Bench() Bench {
	b := Bench{Case: "case", Candidate: "variant", Cases: r.Cases, Candidates: r.Variants, Answers: make([][]Answer, len(r.Trials))}
	for c, row := range r.Trials {
		for _, trials := range row {
			b.Repeat = max(b.Repeat, len(trials))
			a, costs := Answer{}, []float64(nil)
			for _, t := range trials {
				if !t.Unsent() {
					a.Verdict, a.Valid, costs = t.Verdict, a.Valid || t.Verdict == state.Completed, append(costs, t.Dollars())
				}
			}
			a.Cost = mean(costs)
			b.Answers[c] = append(b.Answers[c], a)
		}
	}
	return b
}

// Same is an answer that trials of a case and a variant gave alike.
type Same struct {
	Trial // the first of them
	Count int
}

// Collapse returns the answers of trials that were sent, the same ones once, the most frequent first.
func Collapse(trials []Trial) (all []Same) {
	for _, t := range trials {
		if t.Unsent() {
			continue
		}
		i := slices.IndexFunc(all, func(s Same) bool { return s.Trial.same(t) })
		if i < 0 {
			i, all = len(all), append(all, Same{Trial: t})
		}
		all[i].Count++
	}
	slices.SortStableFunc(all, func(a, b Same) int { return cmp.Compare(b.Count, a.Count) })
	return all
}

// Mark is how good the user found an answer: 0 to 3.
type Mark struct {
	Answer string // id of the exchange
	Mark   int
}

// WithMarks returns the trials of a case with the user's marks: one is for all trials with the same text, or for its
// answer alone if that has no text. Of several the last counts.
func WithMarks(row [][]Trial, marks []Mark) [][]Trial {
	key := func(t Trial) string { return cmp.Or(strings.TrimSpace(t.Text), "\x00"+t.ID) }
	keys, given := map[string]string{}, map[string]int{} // by id; by key
	for _, trials := range row {
		for _, t := range trials {
			keys[t.ID] = key(t)
		}
	}
	for _, m := range marks {
		if k, ok := keys[m.Answer]; ok {
			given[k] = m.Mark
		}
	}
	out := make([][]Trial, len(row))
	for v, trials := range row {
		out[v] = slices.Clone(trials)
		for i := range trials {
			t := &out[v][i]
			mark, ok := given[key(*t)]
			t.Mark, t.Marked = mark, ok && !t.Unsent()
		}
	}
	return out
}

// same reports whether two trials have the same text, or failed for the same reason without one.
func (t Trial) same(o Trial) bool {
	a, b := strings.TrimSpace(t.Text), strings.TrimSpace(o.Text)
	return a == b && (a != "" || t.Failure() == o.Failure() && t.Message == o.Message)
}

// Served is a model and the provider that served it, with what it did.
type Served struct {
	Model, Provider string
	Share           float64 // of the variant's answers
	Summary
}

// Served returns who served the answers of a variant, the most frequent first.
func (r Results) Served(variant int) (all []Served) {
	var trials [][]Trial // of each
	sent := 0
	for _, t := range r.of(variant) {
		if t.Unsent() {
			continue
		}
		sent++
		i := slices.IndexFunc(all, func(s Served) bool { return s.Model == t.Served && s.Provider == t.Provider })
		if i < 0 {
			i, all, trials = len(all), append(all, Served{Model: t.Served, Provider: t.Provider}), append(trials, nil)
		}
		trials[i] = append(trials[i], t)
	}
	for i := range all {
		all[i].Summary, all[i].Share = summaryOf(trials[i]), ratio(float64(len(trials[i])), sent)
	}
	slices.SortStableFunc(all, func(a, b Served) int { return cmp.Compare(b.Of, a.Of) })
	return all
}

// Wilson returns the 95 % interval of a share, of trials that passed (Wilson,
// Journal of the American Statistical Association 22, 1927); NaN without a trial.
func Wilson(passed, of int) (low, high float64) {
	if of == 0 {
		return math.NaN(), math.NaN()
	}
	const z = 1.959963984540054 // of the normal distribution, at 97.5 %
	n, p := float64(of), float64(passed)/float64(of)
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(center-half, 0), min(center+half, 1)
}
