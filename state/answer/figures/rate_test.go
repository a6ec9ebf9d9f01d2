package figures

import (
	"fmt"
	"testing"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/statetest"
	"gatehouse/state/wiretest"
)

// TestNoRateOfNoCount: what is no count is no speed either.
func TestNoRateOfNoCount(t *testing.T) {
	x := statetest.Fold(wiretest.Delta(0, "m", "1234"), wiretest.Delta(0, "m", "5678"), wiretest.Event("response.completed", `"response":{"status":"completed","usage":{"output_tokens":"9","input_tokens":3,"input_tokens_details":{"cached_tokens":4}}}`))
	if _, _, ok := RateOf(x); ok {
		t.Error("a speed of a word")
	}
	if _, ok := TokensOf(x).Output(); ok || !TokensOf(x).CachedExceedsInput() {
		t.Errorf("%+v", TokensOf(x))
	}
}

// TestRateNeedsTenDeltasAnd100ms (CONTRACT.md, "Verdicts"): of two
// deltas that arrived together it would be any number.
func TestRateNeedsTenDeltasAnd100ms(t *testing.T) {
	for _, c := range []struct {
		deltas int
		gapUS  int64
		known  bool
	}{{2, 1000, false}, {2, 1_000_000, false}, {9, 100_000, false}, {10, 11_111, false}, {10, 11_112, true}, {100, 1000, false}, {102, 1000, true}} {
		x := state.NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		for i := range c.deltas {
			x.Apply(wiretest.Frame(wiretest.Delta(0, "m", "1234"), 100_000+int64(i)*c.gapUS))
		}
		rate, estimated, ok := RateOf(x)
		want(t, fmt.Sprint(c.deltas, " deltas, ", c.gapUS, " µs apart"), ok, c.known)
		want(t, "marked", estimated, c.known)
		if wanted := float64(c.deltas) * 1e6 / (float64(c.gapUS) * float64(c.deltas-1)); c.known && (rate < wanted-0.001 || rate > wanted+0.001) {
			t.Errorf("rate %v, want %v", rate, wanted)
		}
	}
}

func TestNoRateWithoutAStream(t *testing.T) {
	x := statetest.Answered(200, "{}", `{"status":"completed","output":[`+wiretest.Message("m", "12345678")+`]}`, "Content-Type", "application/json")
	if _, _, ok := RateOf(x); ok {
		t.Error("a rate for an answer that was not streamed")
	}
	if _, ok := TTFT(x); ok {
		t.Error("a first token for an answer that was not streamed")
	}
	want(t, "estimate", TokensOf(x).Counts[usage.Output], 2)
	one := statetest.Fold(wiretest.Delta(0, "m", "all at once"), wiretest.Completed(), "[DONE]")
	if _, _, ok := RateOf(one); ok {
		t.Error("a rate for one moment")
	}
	if _, ok := CostOf(one); ok {
		t.Error("a cost without usage")
	}
}
