package inspect

import (
	"testing"

	"gatehouse/state"
)

// TestThePageOfAFusionIsThereFromTheBeginning: a panel begins some time after the
// request that asks for it.
func TestThePageOfAFusionIsThereFromTheBeginning(t *testing.T) {
	for request, asks := range map[string]bool{
		`{"model":"any/fusion"}`:                             true,
		`{"plugins":[{"id":"web"},{"id":"fusion"}]}`:         true,
		`{"plugins":[{"id":"fusion","enabled":false}]}`:      false,
		`{"model":"sim/writer","input":"what is a fusion?"}`: false,
	} {
		var f hasFusion
		x := state.NewExchange("x", []byte(request))
		if got := f.in(x); got != asks {
			t.Errorf("%s: %t", request, got)
		}
		if x.Verdict, x.Version = state.Failed, x.Version+1; f.in(x) {
			t.Errorf("%s: of one that failed there is a page", request)
		}
	}
}
