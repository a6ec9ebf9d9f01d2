package lint_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/lint"
	"gatehouse/state/lint/samples"
)

// findings folds the record of an exchange and returns the rules that its answer breaks.
func findings(t *testing.T, s *samples.Sample, good bool) (rules []string, x *state.Exchange) {
	t.Helper()
	c := s.Capture(good)
	x = state.New(state.KindOf(c.Sent), c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	for _, f := range x.Findings() {
		rules = append(rules, f.Rule.ID)
	}
	return rules, x
}

// also are the rules that a sample breaks beside its own, because they follow from it.
var also = map[string][]string{}

func TestEverySampleHasItsDeviationAndNoOther(t *testing.T) {
	for _, s := range samples.All() {
		got, x := findings(t, &s, false)
		want := append([]string{s.Rule}, also[s.Rule]...)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %q, verdict %v %v", s.Path(false), got, x.Verdict, x.Warnings)
		}
		verdict := state.Completed
		if strings.HasPrefix(s.Rule, "error-") && s.API == lint.Responses { // the good one holds an error too
			verdict = state.Failed
		}
		if got, x := findings(t, &s, true); len(got) > 0 || x.Verdict != verdict {
			t.Errorf("%s: found %q, verdict %v %v", s.Path(true), got, x.Verdict, x.Warnings)
		}
	}
}

func TestEveryRuleHasASampleForEachAPI(t *testing.T) {
	has := map[string][]lint.API{}
	for _, s := range samples.All() {
		has[s.Rule] = append(has[s.Rule], s.API)
	}
	for _, r := range lint.Rules() {
		if len(has[r.ID]) == 0 {
			t.Errorf("%s has no sample", r.ID)
		}
	}
}
