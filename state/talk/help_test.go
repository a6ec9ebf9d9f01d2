package talk

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// fold folds a stream that ends cleanly.
func fold(data ...string) *state.Exchange {
	x := state.NewExchange("x1", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(data...)...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	return x
}

func want(t *testing.T, what, got, wanted any) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}
