package report

import (
	"fmt"
	"math"
	"strconv"

	"gatehouse/state/expect"
	"gatehouse/state/figures"
	"gatehouse/state/spelling"
)

// Expected reports a check: each expectation that was not met.
func Expected(r expect.Result) Report { return expected(r, math.MaxInt) }

func expected(r expect.Result, limit int) Report {
	level := Failed
	failures, followed := r.Reportable()
	if len(failures) == 0 {
		return Report{ID: r.Name, Blocks: []Block{met(r)}}
	}
	out := Report{}
	switch n := len(r.Runs); {
	case r.Passed():
		level, out.Sum = Warning, Span{fmt.Sprintf("passed, though %s of %s failed", figures.Thousands(r.Missed()), figures.Counted(n, "exchange")), Warn}
	case n > 1:
		out.Sum = Span{fmt.Sprintf("failed: %s of %s", figures.Thousands(r.Missed()), figures.Counted(n, "exchange")), Bad}
	default:
		out.Sum = Span{"failed", Bad}
	}
	out.Title = level.Sign() + " " + r.Name
	for _, f := range failures[:min(len(failures), limit)] {
		one := Finding{Level: level, Path: ExpectedPlace(f), Message: ExpectedWords(f)}
		if len(r.Runs) > 1 && f.Run.Exchange != "" {
			one.Detail = "exchange " + f.Run.Exchange
		}
		out.Blocks = append(out.Blocks, one)
	}
	if more := len(failures) - limit; more > 0 {
		out.Blocks = append(out.Blocks, quiet(figures.Thousands(more)+" more that were not met"))
	}
	if followed > 0 {
		out.Blocks = append(out.Blocks, quiet(figures.Counted(followed, "jq filter")+" not met either, where the status is another"))
	}
	return out
}

func met(r expect.Result) Finding {
	f := Finding{Level: OK, Message: r.Name}
	if n := len(r.Runs); n > 1 {
		f.Message += ": " + figures.Counted(n, "exchange")
	}
	return f
}

// maxFailures bounds the listed failures of one check.
const maxFailures = 500

// Checks reports a run of checks: those that failed, then those that passed. On names what they were
// run on: "the exchanges that they name".
func Checks(all []expect.Result, on string) Report {
	r := Report{Title: "CHECKS", Sum: CountedChecks(all)}
	r.Sum.Text += " on " + on
	passed := Report{Title: "passed", ID: "passed"}
	for i, of := range all {
		one := expected(of, maxFailures)
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

// FailureAt returns the failure in a row of Checks, by the row's ID; ok is false for another row.
func FailureAt(all []expect.Result, id string) (f expect.Failure, ok bool) {
	var at, nth int
	if n, _ := fmt.Sscanf(id, "%d/%d", &at, &nth); n < 2 || at >= len(all) {
		return f, false
	}
	if failures, _ := all[at].Reportable(); nth < min(len(failures), maxFailures) {
		return failures[nth], true
	}
	return f, false
}

// BrokenChecks reports the faults of a file of checks.
func BrokenChecks(err *expect.Broken) Report {
	r := Report{Title: "CHECKS", Sum: Span{"The file cannot be used, so nothing was checked.", Bad}}
	for _, f := range err.Faults {
		r.Blocks = append(r.Blocks, Finding{Level: Failed, Message: f.Text})
	}
	r.Blocks = append(r.Blocks, Action{Words: "correct the file, then run it again", Action: "turn-resend"})
	return r
}

// ExpectedPlace returns the file and line of an expectation that was not met.
func ExpectedPlace(f expect.Failure) string { return fmt.Sprintf("%s:%d", f.Check.File, f.Line) }

// ExpectedWords returns on one line what was expected and received, and the frame, counted from 1.
func ExpectedWords(f expect.Failure) string {
	words := f.Name + ": expected " + f.Want + ", got " + f.Got
	if f.Frame >= 0 {
		words += ", frame " + figures.Thousands(f.Frame+1)
	}
	return spelling.OneLine(words)
}

// CountedChecks returns how many checks passed or failed.
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
