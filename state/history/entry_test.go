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

// TestASumThatNothingCostsIsNoCost: one of them would make the sums of many meaningless.
func TestASumThatNothingCostsIsNoCost(t *testing.T) {
	for spelled, want := range map[string]float64{"0.25": 0.25, "1e15": -1, `"NaN"`: -1, `"Infinity"`: -1, "1e308": -1, "-2": -1} {
		x := state.NewExchange("x", []byte(`{}`))
		x.Apply(wiretest.Head(200, "application/json", false))
		x.Usage = []byte(`{"input_tokens":1,"output_tokens":1,"total_tokens":2,"cost":` + spelled + `}`)
		if e := history.Of(history.About{}, x, &wire.Capture{}); e.Cost != want {
			t.Errorf("%s is the cost %v, want %v", spelled, e.Cost, want)
		}
	}
}
