package waterfall

import (
	"testing"

	"gatehouse/state"
	"gatehouse/state/history"
)

// TestTheWordForTheWorst is that of all exchanges that ended so: a run in which all failures were blocked was
// blocked, as the list of the history calls them.
func TestTheWordForTheWorst(t *testing.T) {
	done := history.Entry{Verdict: state.Completed}
	failed := history.Entry{Verdict: state.Failed}
	blocked := history.Entry{Verdict: state.Failed, Guardrails: []string{"card-numbers"}}
	for want, entries := range map[string][]history.Entry{
		"completed": {done, done},
		"blocked":   {done, blocked, done, blocked},
		"failed":    {blocked, failed, blocked},
	} {
		var s Sum
		for _, e := range entries {
			s.add(&e)
		}
		if s.Ended != want {
			t.Errorf("the worst of %d exchanges is %q, want %q", len(entries), s.Ended, want)
		}
	}
}
