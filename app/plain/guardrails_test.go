package plain

import (
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestTheRouteQuotesWhatAGuardrailFound: what the failure promises that /route says.
func TestTheRouteQuotesWhatAGuardrailFound(t *testing.T) {
	x := state.NewExchange("x", []byte(`{"input":"pay with 4111 1111 1111 1111 now"}`))
	x.Routing = []byte(`{"pipeline":[{"type":"guardrail","name":"cards","data":{"action":"blocked","patterns":["card-number"]}}]}`)
	x.Failure = &wire.Failure{Guardrail: true, Patterns: []string{"card-number"}}
	want := "The guardrail cards reports card-number; “4111 1111 1111 1111” in input looks like it."
	if got := guardSentences(x); !slices.Contains(got, want) {
		t.Errorf("%q", got)
	}
}
