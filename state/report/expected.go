package report

import (
	"fmt"
	"math"
	"strconv"

	"gatehouse/state/expect"
	"gatehouse/state/figures"
	"gatehouse/state/spelling"
)

// Expected tells what came of a check: every expectation that was not met.
func Expected(r expect.Result) Report { return expected(r, math.MaxInt) }

// expected tells so many of what was not met.
func expected(r expect.Result, most int) Report {
	level := Failed
	told, followed := r.Told()
	if len(told) == 0 {
		return Report{ID: r.Name, Blocks: []Block{met(r)}}
	}
	said := Report{}
	switch n := len(r.Runs); {
	case r.Passed():
		level, said.Sum = Warning, Span{fmt.Sprintf("passed, though %s of %s failed", figures.Thousands(r.Missed()), figures.Counted(n, "exchange")), Warn}
	case n > 1:
		said.Sum = Span{fmt.Sprintf("failed: %s of %s", figures.Thousands(r.Missed()), figures.Counted(n, "exchange")), Bad}
	default:
		said.Sum = Span{"failed", Bad}
	}
	said.Title = level.Sign() + " " + r.Name
	for _, f := range told[:min(len(told), most)] {
		one := Finding{Level: level, Path: ExpectedPlace(f), Said: ExpectedWords(f)}
		if len(r.Runs) > 1 && f.Run.Exchange != "" {
			one.Detail = "exchange " + f.Run.Exchange
		}
		said.Blocks = append(said.Blocks, one)
	}
	if more := len(told) - most; more > 0 {
		said.Blocks = append(said.Blocks, quiet(figures.Thousands(more)+" more that were not met"))
	}
	if followed > 0 {
		said.Blocks = append(said.Blocks, quiet(figures.Counted(followed, "jq filter")+" not met either, where the status is another"))
	}
	return said
}

// met is the line of a check whose expectations were all met.
func met(r expect.Result) Finding {
	f := Finding{Level: OK, Said: r.Name}
	if n := len(r.Runs); n > 1 {
		f.Said += ": " + figures.Counted(n, "exchange")
	}
	return f
}

// mostTold is how many failures of one check a page tells.
const mostTold = 500

// Checks tells on a page what came of a run of checks: first of those that failed, then which
// passed. On says what they were held against: "the exchanges that they name".
func Checks(all []expect.Result, on string) Report {
	r := Report{Title: "CHECKS", Sum: CountedChecks(all)}
	r.Sum.Text += " on " + on
	passed := Report{Title: "passed", ID: "passed"}
	for i, of := range all {
		one := expected(of, mostTold)
		if one.Title == "" {
			passed.Blocks = append(passed.Blocks, one.Blocks...)
			continue
		}
		one.ID = strconv.Itoa(i)
		r.Blocks = append(r.Blocks, one)
	}
	if !passed.Empty() {
		r.Blocks = append(r.Blocks, passed)
	}
	return r
}

// FailureAt is what a row of Checks tells of, by the row's ID; ok is false for a row of no failure.
func FailureAt(all []expect.Result, id string) (f expect.Failure, ok bool) {
	var at, nth int
	if n, _ := fmt.Sscanf(id, "%d/%d", &at, &nth); n < 2 || at >= len(all) {
		return f, false
	}
	if told, _ := all[at].Told(); nth < min(len(told), mostTold) {
		return told[nth], true
	}
	return f, false
}

// BrokenChecks tells what is wrong with a file of checks.
func BrokenChecks(err *expect.Broken) Report {
	r := Report{Title: "CHECKS", Sum: Span{"The file cannot be used, so nothing was checked.", Bad}}
	for _, f := range err.Faults {
		r.Blocks = append(r.Blocks, Finding{Level: Failed, Said: f.Text})
	}
	r.Blocks = append(r.Blocks, Way{Words: "correct the file, then run it again", Action: "turn-resend"})
	return r
}

// ExpectedPlace is where an expectation that was not met stands.
func ExpectedPlace(f expect.Failure) string { return fmt.Sprintf("%s:%d", f.Check.File, f.Line) }

// ExpectedWords returns on one line what was expected and received, and the frame, counted from 1.
func ExpectedWords(f expect.Failure) string {
	words := f.Name + ": expected " + f.Want + ", got " + f.Got
	if f.Frame >= 0 {
		words += ", frame " + figures.Thousands(f.Frame+1)
	}
	return spelling.OneLine(words)
}

// CountedChecks says how many checks passed and how many failed.
func CountedChecks(all []expect.Result) Span {
	failed := 0
	for _, r := range all {
		if !r.Passed() {
			failed++
		}
	}
	if failed == 0 {
		return Span{figures.Counted(len(all), "check") + " passed", Good}
	}
	return Span{fmt.Sprintf("%s of %s failed", figures.Thousands(failed), figures.Counted(len(all), "check")), Bad}
}
