package state_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestTextOfAToolNeedsNoDeltas: a page that a tool of the service fetched arrives at the end.
func TestTextOfAToolNeedsNoDeltas(t *testing.T) {
	const page = `{"type":"openrouter:web_fetch","id":"wf","status":"completed","content":"a page"}`
	x := state.NewExchange("x", nil)
	x.Apply(wiretest.Stream(wiretest.Added(0, "wf", "openrouter:web_fetch"),
		`{"type":"response.output_item.done","output_index":0,"item":`+page+`}`, wiretest.Completed(page))...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	for _, f := range x.Findings() {
		if f.Rule.ID == "text-only-in-done" || f.Rule.ID == "text-only-in-final" {
			t.Errorf("%+v", f)
		}
	}
}
