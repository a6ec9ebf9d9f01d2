// Package expect asserts what an exchange must be: the checks of a file, each with a request
// and what is expected of its answer. It also writes such a check of an exchange that was
// made, and reports of checks in the formats that other programs read.
//
// It has values and pure functions only: files, the history and the jq filters are handed in.
package expect

import (
	_ "embed"
	"slices"
	"time"

	"gatehouse/state"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/json/tree"
)

// Check is one check of a file.
type Check struct {
	File        string // as it was named
	Line        int    // counted from 1
	Name        string
	Group       string // by which --only chooses; empty for none
	Request     []byte // the body; nil for none
	FromFile    bool   // Request is what a file holds: errors do not show it
	Send        Sending
	Profile     string // as --profile; empty: not given
	BaseURL     string // as --base-url
	BeforeFlags bool   // Profile and BaseURL count before the flags: they are those of a variant
	Repeat      int    // how often it is sent; at least 1
	Misses      int    // how many of its exchanges may fail
	Recorded    string // an id, a query, or a file with #N; empty for none
	Expect      []Expectation

	CompletedOnly bool // of a lab: the file expects nothing
}

// Expectation is one thing that is expected of an exchange.
type Expectation struct {
	Name string // as the file has it, with dots: guardrail.patterns
	Line int
	Want string // in words
	test func(*Subject) observed
}

// Subject is an exchange that is checked. The functions are called where an expectation needs
// them.
type Subject struct {
	Exchange *state.Exchange
	Object   func() ([]byte, error)                                 // what send --json prints of it
	Frames   func() ([]byte, error)                                 // what send --events prints of it, as a list
	Filter   func(doc []byte, filter string) (tree.Filtered, error) // runs a jq filter
	Receipt  func() receipt.Receipt                                 // nil: no prices are known
}

// NoFrame is the frame of what is in none.
const NoFrame = -1

// observed is what was found of an expectation.
type observed struct {
	got   string
	ok    bool
	frame int // counted from 0, or NoFrame
}

func found(ok bool, got string) observed { return observed{got, ok, NoFrame} }

// unknown returns what cannot be evaluated: it fails.
func unknown(why string) observed { return observed{"unknown: " + why, false, NoFrame} }

// ifAnswered returns a test that is unknown if nothing was answered, or it is not known what.
func ifAnswered(test func(*Subject) observed) func(*Subject) observed {
	return func(s *Subject) observed {
		if x := s.Exchange; !x.Known.Answer || x.Head == nil && x.Known.Head {
			return unknown("there is no answer")
		}
		return test(s)
	}
}

// ifLinted is ifAnswered that is also unknown for an API whose answers are not looked at.
func ifLinted(test func(*Subject) observed) func(*Subject) observed {
	return ifAnswered(func(s *Subject) observed {
		if s.Exchange.Kind().API() == lint.Other {
			return unknown("answers of this API are not looked at")
		}
		return test(s)
	})
}

// Outcome is the result of an expectation.
type Outcome struct {
	*Expectation
	Got   string
	OK    bool
	Frame int // counted from 0, or NoFrame
}

// Run is one exchange that was checked.
type Run struct {
	Exchange string // its id; empty: there was none
	Took     time.Duration
	Outcomes []Outcome // of every expectation, in the order of the file
}

// Passed reports whether every expectation was met.
func (r Run) Passed() bool {
	return !slices.ContainsFunc(r.Outcomes, func(o Outcome) bool { return !o.OK })
}

// Result is a check with its results.
type Result struct {
	*Check
	Runs []Run
}

// Missed counts the exchanges that failed.
func (r Result) Missed() (n int) {
	for _, run := range r.Runs {
		if !run.Passed() {
			n++
		}
	}
	return n
}

// Passed reports whether no more exchanges failed than may.
func (r Result) Passed() bool { return r.Missed() <= r.Misses }

// Took returns how long all of its exchanges took.
func (r Result) Took() (sum time.Duration) {
	for _, run := range r.Runs {
		sum += run.Took
	}
	return sum
}

// Failed returns what was not met, and by which exchange.
func (r Result) Failed() (all []Failure) {
	for i := range r.Runs {
		for _, o := range r.Runs[i].Outcomes {
			if !o.OK {
				all = append(all, Failure{r.Check, &r.Runs[i], o})
			}
		}
	}
	return all
}

// Reportable returns the failures of Failed that are worth reporting. If an exchange has another status than expected,
// its jq filters see another document than they were written for: those that failed are counted in
// followed.
func (r Result) Reportable() (failures []Failure, followed int) {
	var other *Run // with another status; http_status may follow the filters
	for _, f := range r.Failed() {
		if f.Run != other && slices.ContainsFunc(f.Run.Outcomes, func(o Outcome) bool { return !o.OK && o.Name == "http_status" }) {
			other = f.Run
		}
		if f.Run == other && (f.Name == "jq" || f.Name == "frames_jq") {
			followed++
			continue
		}
		failures = append(failures, f)
	}
	return failures, followed
}

// Failure is an expectation of a check that an exchange did not meet.
type Failure struct {
	Check *Check
	Run   *Run
	Outcome
}

// Evaluate checks an exchange.
func (c *Check) Evaluate(s *Subject) []Outcome {
	all := make([]Outcome, len(c.Expect))
	for i := range c.Expect {
		e := &c.Expect[i]
		got := e.test(s)
		all[i] = Outcome{e, got.got, got.ok, got.frame}
	}
	return all
}

// Nothing returns the run of a check without an exchange: why there is none.
func (c *Check) Nothing(name, want, why string) Run {
	e := &Expectation{Name: name, Line: c.Line, Want: want}
	return Run{Outcomes: []Outcome{{e, "unknown: " + why, false, NoFrame}}}
}

// DocumentName is the name of the check file that ships in the program.
const DocumentName = "@document"

//go:embed document.toml
var document []byte

// Document returns the check file that ships in the program: the rules of the API document.
func Document() []byte { return document }
