package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/request/validate"
	"gatehouse/state/text/spelling"
)

// Checked returns the findings of the checks of a request, the gravest first.
func Checked(r validate.Report) []Finding {
	var all []Finding
	add := func(list []validate.Finding, level Level, sign string) {
		for _, f := range list {
			all = append(all, Finding{Level: level, Sign: sign, Path: f.Path, Pointer: f.Pointer, Message: f.Message, Repair: f.Repair})
		}
	}
	add(r.Faults, Failed, "")
	add(r.Warnings, Warning, "⚠")
	hints := len(all)
	add(r.Hints, Note, "")
	for i := range r.Hints {
		all[hints+i].Hint = true
		if r.Hints[i].Likely {
			all[hints+i].Level, all[hints+i].Sign = Warning, "⚠"
		}
	}
	slices.SortStableFunc(all[hints:], func(a, b Finding) int { return cmp.Compare(b.Level, a.Level) })
	return all
}

// SentHints returns the hints on the request of an exchange. It does not ask the service: the service's
// word is read from the request.
func SentHints(x *state.Exchange, c *wire.Capture) []Finding {
	if x == nil || !x.Kind().IsNative() || !x.Known.Request {
		return nil
	}
	to := validate.ForResponses
	if x.Kind() == state.Rerank {
		to = validate.ForRerank
	}
	r := validate.For(to, x.Request, validate.Service{Word: wordOf(x, c)})
	if x.Head.IsSocket() {
		r = r.OnSocket()
	}
	return Checked(validate.Report{Hints: r.Hints})
}

// wordOf returns the service's word in the name of the metadata header or the type of a server tool,
// or "".
func wordOf(x *state.Exchange, c *wire.Capture) string {
	if c != nil {
		for name := range c.Sent.Header {
			if word, ok := strings.CutSuffix(strings.ToLower(name), "-metadata"); ok && strings.HasPrefix(word, "x-") {
				return strings.TrimSuffix(word[len("x-"):], "-experimental")
			}
		}
	}
	for _, tool := range scan.Elements(scan.Get(x.Request, "tools")) {
		if word, _, ok := strings.Cut(scan.Text(scan.Get(tool, "type")), ":"); ok {
			return word
		}
	}
	return ""
}

// Line returns a finding as a line of text that begins with "hint: " or "warning: " unless it is a fault.
func (f Finding) Line() string {
	switch {
	case f.Hint:
		return "hint: " + f.Words()
	case f.Level == Warning:
		return "warning: " + f.Words()
	}
	return f.Words()
}

// Faults returns the leading findings that make a request invalid; the list is sorted by gravity.
func Faults(list []Finding) []Finding {
	n := slices.IndexFunc(list, func(f Finding) bool { return f.Level != Failed })
	if n < 0 {
		return list
	}
	return list[:n]
}

// FirstRepair returns the first finding with a repair.
func FirstRepair(list []Finding) (f Finding, ok bool) {
	for _, f := range list {
		if len(f.Repair) > 0 {
			return f, true
		}
	}
	return Finding{}, false
}

// Counted returns the numbers of faults, warnings and hints.
func Counted(list []Finding) Span {
	n, worst := map[string]int{}, Good
	for _, f := range list {
		switch {
		case f.Hint:
			n["hint"]++
		case f.Level == Failed:
			n["fault"]++
		default:
			n["warning"]++
		}
		if f.Level == Warning {
			worst = Warn
		}
	}
	var parts []string
	for _, word := range []string{"fault", "warning", "hint"} {
		if n[word] > 0 {
			parts = append(parts, figures.Counted(n[word], word))
		}
	}
	if n["fault"] > 0 {
		return Span{strings.Join(parts, ", "), Bad}
	}
	return Span{strings.Join(append([]string{"no faults ✓"}, parts...), ", "), worst}
}

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
		one := Finding{Level: level, Path: ExpectedPlace(f), Message: ExpectedWords(f), Exchange: f.Run.Exchange, Frame: f.Frame}
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

// Examined is a finding of the doctor.
type Examined struct {
	Area string // terminal, config, history, connection, recording, proxies, offers
	Finding
}

// Doctor reports the findings so far in their order, so that a later finding changes only the sum and
// the end.
func Doctor(found []Examined, ended bool) Report {
	r := Report{Sum: Span{"● looking", Running}}
	for i := 0; i < len(found); {
		area := Report{Title: found[i].Area}
		for ; i < len(found) && found[i].Area == area.Title; i++ {
			area.Blocks = append(area.Blocks, found[i].Finding)
		}
		r.Blocks = append(r.Blocks, area)
	}
	if ended {
		r.Sum = doctorSum(found)
	}
	return r
}

func doctorSum(found []Examined) Span {
	var failed []string
	notes := 0
	for _, f := range found {
		switch f.Level {
		case Failed:
			failed = append(failed, f.Name)
		case Warning:
			notes++
		}
	}
	sum := Span{"Everything works", Good}
	switch n := len(failed); {
	case n == 1:
		sum = Span{"1 thing does not work: " + failed[0], Bad}
	case n > 1:
		sum = Span{fmt.Sprintf("%d things do not work: %s", n, strings.Join(failed, ", ")), Bad}
	}
	if notes > 0 {
		sum.Text += "; " + figures.Counted(notes, "note")
	}
	sum.Text += "."
	return sum
}
