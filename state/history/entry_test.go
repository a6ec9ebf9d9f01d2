package history_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/wiretest"
)

// TestEntryHasMeasuredRatesOnly: the speed of an answer without usage is estimated from its bytes.
func TestEntryHasMeasuredRatesOnly(t *testing.T) {
	for usage, want := range map[string]int64{"": -1, `,"usage":{"input_tokens":1,"output_tokens":20,"total_tokens":21}`: 100_000} {
		x := state.NewExchange("x", []byte(`{"stream":true}`))
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		for i := range int64(11) {
			x.Apply(wiretest.Frame(wiretest.Delta(0, "m", "a word "), i*20_000))
		}
		x.Apply(wiretest.Frame(`{"type":"response.completed","response":{"status":"completed"`+usage+`}}`, 220_000), wiretest.End(wire.EndClean, ""))
		e := history.Of(history.About{}, x, &wire.Capture{})
		if e.Rate != want || e.Tokens.Estimated != (usage == "") {
			t.Errorf("%s: rate %d, want %d; %+v", usage, e.Rate, want, e.Tokens)
		}
	}
}
