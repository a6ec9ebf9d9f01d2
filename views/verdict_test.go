package views

import (
	"testing"

	"gatehouse/state"
)

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
