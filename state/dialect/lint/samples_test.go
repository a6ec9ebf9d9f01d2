package lint_test

import (
	"slices"
	"testing"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette/samples"
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

// also has the other rules that a sample breaks, by its rule and API, because they follow from its rule.
var also = map[string][]string{"text-after-end responses": {"done-differs"}}

func TestEverySampleHasItsDeviationAndNoOther(t *testing.T) {
	for _, s := range samples.All() {
		got, x := findings(t, &s, false)
		want := append([]string{s.Rule}, also[s.Rule+" "+s.API.String()]...)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %q, verdict %v %v", s.Path(false), got, x.Verdict, x.Warnings)
		}
		verdict := state.Completed
		if s.Rule == "error-shape" || s.Rule == "error-event" { // the good one holds an error too
			verdict = state.Failed
		}
		if got, x := findings(t, &s, true); len(got) > 0 || x.Verdict != verdict {
			t.Errorf("%s: found %q, verdict %v %v", s.Path(true), got, x.Verdict, x.Warnings)
		}
	}
}

func TestEveryRuleHasASampleForEachAPI(t *testing.T) {
	type of struct {
		rule string
		api  lint.API
	}
	has := map[of]bool{}
	for _, s := range samples.All() {
		has[of{s.Rule, s.API}] = true
	}
	for _, r := range lint.Rules() {
		for _, api := range []lint.API{lint.Responses, lint.Chat, lint.Messages, lint.Rerank} {
			if r.Is(api) && !has[of{r.ID, api}] {
				t.Errorf("%s has no sample for %s", r.ID, api)
			}
		}
	}
}
