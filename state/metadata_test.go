package state

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// TestManyMetadataMembersCostLinearly: a response may hold any number of
// members that are named like routing metadata. Ten times as many cost about
// ten times the allocations, not a hundred times.
func TestManyMetadataMembersCostLinearly(t *testing.T) {
	cost := func(members int) float64 {
		body := `{"output":[],"status":"completed"` + strings.Repeat(`,"a_metadata":{"requested":"\u0061"}`, members) + `}`
		return testing.AllocsPerRun(1, func() {
			x := answer(t, 200, "application/json", body, wire.EndClean)
			want(t, "verdict", x.Verdict, Completed)
		})
	}
	if small, large := cost(50), cost(500); large > 20*small {
		t.Errorf("50 members cost %.0f allocations, 500 cost %.0f", small, large)
	}
}
