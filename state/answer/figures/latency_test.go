package figures

import (
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/state/wiretest"
)

func TestTimesBeforeTheEnd(t *testing.T) {
	x := state.NewExchange("x", nil)
	if _, ok := TTFB(x); ok {
		t.Error("a first byte before the head")
	}
	x.Apply(wiretest.Head(200, "text/event-stream", true))
	us, ok := TTFB(x)
	want(t, "the head", us, int64(90_000))
	want(t, "known", ok, true)
	if _, ok := TTFT(x); ok {
		t.Error("a first token before any delta")
	}
	x.Apply(wiretest.Frame(wiretest.Event("response.output_text.delta", wiretest.Address+`,"delta":""`), 5))
	if _, ok := TTFT(x); ok {
		t.Error("an empty delta is no first token")
	}
}

// TestFiguresOfAStreamedAnswer: of two deltas in 2 ms there is no speed.
func TestFiguresOfAStreamedAnswer(t *testing.T) {
	x := statetest.Fold(wiretest.Delta(0, "m1", "Hello, "), ": GATEWAY PROCESSING", wiretest.Delta(0, "m1", "world"),
		`{"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":3,"input_tokens_details":{"cached_tokens":1},"output_tokens":20,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":23,"cost":0.00030}}}`, "[DONE]")
	want(t, "tokens", footer(TokensOf(x)), footer(Tokens{Counts: counted(3, 1, 20, 0)}))
	cost, _ := CostOf(x)
	want(t, "cost as spelled", cost, "0.00030")
	_, _, ok := RateOf(x)
	want(t, "has rate", ok, false)
	ttft, _ := TTFT(x)
	want(t, "ttft", ttft, int64(100_000))
	ttfb, _ := TTFB(x)
	want(t, "ttfb", ttfb, int64(90_000))
	total, _ := Total(x)
	want(t, "total", total, int64(500_000))
}
