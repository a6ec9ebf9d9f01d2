package explain

import (
	"gatehouse/state"
	"testing"
)

func TestEveryVerdictHasItsOwnSign(t *testing.T) {
	seen := map[string]state.Verdict{}
	for _, v := range []state.Verdict{state.Running, state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled} {
		if other, ok := seen[Sign(v)]; ok {
			t.Errorf("%q and %q share the sign %s", v, other, Sign(v))
		}
		seen[Sign(v)] = v
	}
}

// TestWhoBeganAnAnswerDidNotServeIt: one word for all that did not come to their
// end, however that was.
func TestWhoBeganAnAnswerDidNotServeIt(t *testing.T) {
	for verdict, want := range map[state.Verdict][2]string{
		state.Completed: {Served, Served}, state.Incomplete: {Served, Served}, state.Running: {Served, Served},
		state.Failed: {Named, Begun}, state.Truncated: {Named, Begun}, state.Cancelled: {Named, Begun},
	} {
		x := state.NewExchange("x", nil)
		x.Verdict = verdict
		before := Part(x)
		x.Items = []*state.Item{{Type: "message"}}
		if got := [2]string{before, Part(x)}; got != want {
			t.Errorf("%s: %q, want %q", verdict, got, want)
		}
	}
}
