package report

import (
	"strings"
	"testing"

	"gatehouse/state/expect"
)

// resultOf is a check with a run for each of some lists of what was not met.
func resultOf(name string, runs ...[]string) expect.Result {
	r := expect.Result{Check: &expect.Check{File: "c.toml", Line: 1, Name: name}}
	for _, unmet := range runs {
		run := expect.Run{Exchange: "x" + name, Outcomes: []expect.Outcome{{Expectation: &expect.Expectation{Name: "met"}, OK: true}}}
		for i, of := range unmet {
			run.Outcomes = append(run.Outcomes, expect.Outcome{Expectation: &expect.Expectation{Name: of, Line: 2 + i, Want: "this"}, Got: "that", Frame: expect.NoFrame})
		}
		r.Runs = append(r.Runs, run)
	}
	return r
}

// TestChecksListFailuresFirst: and each row of it leads to what was not met.
func TestChecksListFailuresFirst(t *testing.T) {
	all := []expect.Result{resultOf("a", nil, nil), resultOf("b", []string{"cost", "lint"}, nil, []string{"verdict"})}
	r := Checks(all, "3 exchanges")
	if r.Sum != (Span{"1 of 2 checks failed on 3 exchanges", Bad}) || len(r.Blocks) != 2 {
		t.Fatalf("%+v", r)
	}
	failed, passed := r.Blocks[0].(Report), r.Blocks[1].(Report)
	if failed.Title != "✗ b" || passed.Title != "passed" || passed.Blocks[0].(Finding).Message != "a: 2 exchanges" {
		t.Errorf("%+v", r.Blocks)
	}
	for i, want := range []string{"cost", "lint", "verdict"} {
		f := failed.Blocks[i].(Finding)
		if !strings.HasPrefix(f.Message, want+": ") || f.Exchange != "xb" || f.Frame != expect.NoFrame {
			t.Errorf("%+v, want %s", f, want)
		}
	}
	if f := passed.Blocks[0].(Finding); f.Exchange != "" {
		t.Errorf("a check that passed leads to %s", f.Exchange)
	}
}

// TestChecksBoundTheListedFailures: a page of each of a million would not be read.
func TestChecksBoundTheListedFailures(t *testing.T) {
	all := []expect.Result{resultOf("a", strings.Fields(strings.Repeat("cost ", maxFailures+7)))}
	blocks := Checks(all, "1 exchange").Blocks[0].(Report).Blocks
	if len(blocks) != maxFailures+1 || blocks[maxFailures] != quiet("7 more that were not met") {
		t.Errorf("%d blocks, the last %+v", len(blocks), blocks[len(blocks)-1])
	}
}

// TestFiltersThatFollowFromTheStatusAreCounted: of the exchange whose status is another alone.
func TestFiltersThatFollowFromTheStatusAreCounted(t *testing.T) {
	all := []expect.Result{resultOf("a", []string{"jq", "http_status", "jq", "frames_jq", "cost"}, []string{"jq"})}
	blocks := Checks(all, "2 exchanges").Blocks[0].(Report).Blocks
	var said []string
	for _, b := range blocks {
		switch b := b.(type) {
		case Finding:
			name, _, _ := strings.Cut(b.Message, ":")
			said = append(said, name)
		case Span:
			said = append(said, b.Text)
		}
	}
	if got := strings.Join(said, ", "); got != "http_status, cost, jq, 3 jq filters not met either, where the status is another" {
		t.Error(got)
	}
}
