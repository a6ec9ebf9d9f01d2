package report

import (
	"fmt"

	"gatehouse/state/expect"
	"gatehouse/state/figures"
)

// Expected tells what came of a check: every expectation that was not met.
func Expected(r expect.Result) Report {
	level, failed := Failed, r.Failed()
	if len(failed) == 0 {
		return Report{ID: r.Name, Blocks: []Block{Finding{Level: OK, Said: r.Name}}}
	}
	said := Report{Title: r.Name}
	switch n := len(r.Runs); {
	case r.Passed():
		level, said.Sum = Warning, Span{fmt.Sprintf("passed, though %d of %s failed", r.Missed(), figures.Counted(n, "exchange")), Warn}
	case n > 1:
		said.Sum = Span{fmt.Sprintf("failed: %d of %s", r.Missed(), figures.Counted(n, "exchange")), Bad}
	default:
		said.Sum = Span{"failed", Bad}
	}
	for _, f := range failed {
		one := Finding{Level: level, Path: ExpectedPlace(f), Said: ExpectedWords(f)}
		if len(r.Runs) > 1 && f.Run.Exchange != "" {
			one.Detail = "exchange " + f.Run.Exchange
		}
		said.Blocks = append(said.Blocks, one)
	}
	return said
}

// ExpectedPlace is where an expectation that was not met stands.
func ExpectedPlace(f expect.Failure) string { return fmt.Sprintf("%s:%d", f.Check.File, f.Line) }

// ExpectedWords say what was expected, what came, and in which frame, counted from 1.
func ExpectedWords(f expect.Failure) string {
	words := f.Name + ": expected " + f.Want + ", got " + f.Got
	if f.Frame >= 0 {
		words += ", frame " + figures.Thousands(f.Frame+1)
	}
	return words
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
	return Span{fmt.Sprintf("%d of %s failed", failed, figures.Counted(len(all), "check")), Bad}
}
