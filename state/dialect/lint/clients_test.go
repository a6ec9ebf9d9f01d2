package lint_test

import (
	"slices"
	"testing"

	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette/samples"
)

// TestEverySampleIsMeasured: clients have read it, or the file has the reason why none can.
func TestEverySampleIsMeasured(t *testing.T) {
	m, all := lint.Measurement(), samples.All()
	for _, s := range all {
		if measured, why := len(lint.RuleOf(s.Rule, s.API).Clients(s.API)) > 0, m.NotMeasured[s.Rule]; measured == (why != "") {
			t.Errorf("%s of %s: measured %t, not measured because: %q; .ci/run measure", s.Rule, s.API, measured, why)
		}
	}
	for _, row := range m.Rules {
		if !slices.ContainsFunc(all, func(s samples.Sample) bool { return s.Rule == row.Rule && s.API.String() == row.API }) {
			t.Errorf("%s of %s is measured, and has no sample; .ci/run measure", row.Rule, row.API)
		}
	}
}

// TestLevelsFollowFromWhatWasMeasured: a rule is an error of an API if and only if a client of
// that API lost something.
func TestLevelsFollowFromWhatWasMeasured(t *testing.T) {
	m := lint.Measurement()
	for _, r := range lint.Rules() {
		for _, api := range []lint.API{lint.Responses, lint.Chat, lint.Messages, lint.Rerank} {
			if !r.Is(api) || m.NotMeasured[r.ID] != "" {
				continue
			}
			var lost []lint.Outcome
			all := r.Clients(api)
			for _, o := range all {
				if o.Made.Lost() {
					lost = append(lost, o)
				}
			}
			if (r.Level == lint.Error) != (len(lost) > 0) {
				t.Errorf("%s of %s has the level %s; %d of %d lost something: %v", r.ID, api, r.Level, len(lost), len(all), lost)
			}
		}
	}
}

func TestClientsOfARule(t *testing.T) {
	got := lint.RuleOf("final-output-empty", lint.Responses).Clients(lint.Responses)
	if !slices.ContainsFunc(got, func(o lint.Outcome) bool {
		return o.Client == "openai" && o.Version != "" && o.Form == lint.Final && o.Made == lint.Empty
	}) || !slices.ContainsFunc(got, func(o lint.Outcome) bool {
		return o.Client == "openai" && o.Form == lint.Streamed && o.Made == lint.Complete
	}) {
		t.Errorf("%v", got)
	}
	if got := lint.RuleOf("no-done", lint.Chat).Clients(lint.Responses); slices.ContainsFunc(got, func(o lint.Outcome) bool { return o.Version == "" }) {
		t.Errorf("an outcome without a version: %v", got)
	}
	if got := lint.RuleOf("silence", lint.Chat).Clients(lint.Chat); got != nil {
		t.Errorf("%v", got)
	}
}
