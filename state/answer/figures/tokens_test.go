package figures

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/statetest"
	"gatehouse/state/wiretest"
)

// A figure that was received is shown, whatever else is missing and whatever its name.
func TestTokensHaveEveryFigure(t *testing.T) {
	for object, wanted := range map[string]Tokens{
		`{"input_tokens":7}`: {Counts: counted(7, -1, 2, -1), Estimated: true},
		`{"input_tokens":7,"input_tokens_details":{"cached_tokens":3},"output_tokens":null}`: {Counts: counted(7, 3, 2, -1), Estimated: true},
		`{"output_tokens":9}`: {Counts: counted(-1, -1, 9, -1)},
		`{"prompt_tokens":7,"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":4}}`: {Counts: counted(7, -1, 9, 4)},
		`{"output_tokens":-1,"input_tokens":1e300}`:                                                    {Counts: counted(-1, -1, -1, -1), Odd: map[usage.Kind]string{usage.Input: "1e300", usage.Output: "-1"}},
		`{"input_tokens":7,"output_tokens":null}`:                                                      {Counts: counted(7, -1, 2, -1), Estimated: true},
		`null`:   {Counts: counted(-1, -1, 2, -1), Estimated: true},
		`"none"`: {Counts: counted(-1, -1, 2, -1), Estimated: true},
	} {
		x := statetest.Fold(wiretest.Delta(0, "m", "12345678"), wiretest.Event("response.completed", `"response":{"status":"completed","usage":`+object+`}`), "[DONE]")
		want(t, object, footer(TokensOf(x)), footer(wanted))
	}
}

// TestEarlierEstimatesUseTheFinalUsage: at no frame were there more tokens than
// at the end, at none fewer than at the one before, and all of them once the last
// delta has arrived; marked until the usage is there.
func TestEarlierEstimatesUseTheFinalUsage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.IntRange(0, 300).Draw(t, "tokens")
		events := []string{wiretest.Added(0, "r", "reasoning"), `{"type":"response.reasoning_text.delta","output_index":0,"item_id":"r","content_index":0,"delta":"hmmmmm"}`, wiretest.Added(1, "m", "message")}
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 60), 1, 20).Draw(t, "deltas") {
			events = append(events, wiretest.Delta(1, "m", strings.Repeat("x", n)))
		}
		last := len(events) - 1
		events = append(events, fmt.Sprintf(`{"type":"response.completed","response":{"status":"completed","usage":{"output_tokens":%d}}}`, tokens))
		arrivals := wiretest.Stream(events...)
		x := state.NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(arrivals...)
		before := 0
		for frame := range events {
			then := x.At(slices.Values(arrivals), frame)
			SetTokenRatio(then, x)
			got := TokensOf(then)
			if got.Counts[usage.Output] < before || got.Counts[usage.Output] > tokens || got.Estimated == (frame > last) || got.Shared != got.Estimated {
				t.Fatalf("behind frame %d: %+v of %d, and %d before", frame, got, tokens, before)
			}
			if frame >= last && got.Counts[usage.Output] != tokens || EstimateOf(then, 6) > tokens {
				t.Fatalf("behind frame %d: %+v of %d; the reasoning %d", frame, got, tokens, EstimateOf(then, 6))
			}
			before = got.Counts[usage.Output]
		}
	})
	live := statetest.Fold(wiretest.Delta(0, "m", "twelve bytes"))
	SetTokenRatio(live, live)
	want(t, "while it runs", footer(TokensOf(live)), footer(Tokens{Counts: counted(-1, -1, 3, -1), Estimated: true}))
}

// TestEstimateIsRounded to an integer, and at least 1 for any bytes.
func TestEstimateIsRounded(t *testing.T) {
	for bytes, wanted := range map[int64]int{0: 0, 1: 1, 5: 1, 6: 2, 17: 4, 18: 5, 1 << 40: 1 << 38} {
		want(t, fmt.Sprint(bytes, " bytes"), EstimateTokens(bytes), wanted)
	}
	all := state.TokenRatio{Tokens: 10, Bytes: 100}
	for bytes, wanted := range map[int64]int{0: 0, 1: 1, 14: 1, 15: 2, 94: 9, 96: 10, 100: 10} {
		want(t, fmt.Sprint(bytes, " of 100 bytes"), share(all, bytes), wanted)
	}
	want(t, "of no tokens", share(state.TokenRatio{Tokens: 0, Bytes: 9}, 3), 0)
}

// The usage in the middle of a stream is no measure for what arrived before it.
func TestGrowingUsageGivesNoRatio(t *testing.T) {
	arrivals := wiretest.Stream(`{"type":"response.in_progress","response":{"status":"in_progress","usage":{"output_tokens":3}}}`,
		wiretest.Delta(0, "m", "twelve bytes"), wiretest.Delta(0, "m", "twelve bytes"),
		`{"type":"response.completed","response":{"status":"completed","usage":{"output_tokens":100}}}`)
	x := state.NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(arrivals[:len(arrivals)-1]...)
	then := x.At(slices.Values(arrivals), 1)
	SetTokenRatio(then, x)
	want(t, "while it runs", EstimateOf(then, 12), 3)
	x.Apply(arrivals[len(arrivals)-1])
	SetTokenRatio(then, x)
	want(t, "behind its end", EstimateOf(then, 12), 50)
}

// TestFirstTokenKind: a piece of reasoning, of a panel or of a call
// is a token too; the answer's first word is reported if it arrived much later.
func TestFirstTokenKind(t *testing.T) {
	say := func(kind string) string {
		return `{"type":"response.` + kind + `.delta","output_index":0,"model":"m","delta":"x"}`
	}
	for kind, want := range map[string]string{
		"output_text": "", "refusal": "", "reasoning_text": "reasoning", "reasoning_summary_text": "reasoning", "function_call_arguments": "call",
		"fusion_call.panel": "panel", "fusion_call.panel.reasoning": "panel", "nobody_knows": "",
	} {
		for _, late := range []int64{0, frames.MinSilence - 1, frames.MinSilence} {
			arrivals := wiretest.Stream(`{"type":"response.created","response":{}}`, say(kind), say("output_text"))
			first := arrivals[2].Frame.AtUS
			arrivals[3].Frame.AtUS = first + late
			x := state.NewExchange("x", []byte(wiretest.StreamRequest))
			x.Apply(arrivals...)
			us, ok := FirstText(x)
			if told := late == frames.MinSilence && kind != "output_text" && kind != "refusal"; x.FirstTokenKind() != want || ok != told || ok && us != first+late {
				t.Errorf("%s, the word %d µs later: of %q, first word %d %v", kind, late, x.FirstTokenKind(), us, ok)
			}
		}
	}
}

func TestCostParts(t *testing.T) {
	for usage, want := range map[string]string{
		`{"cost":1,"cost_details":{"upstream_inference_input_cost":0.25,"upstream_inference_output_cost":5e-1}}`:           "[{upstream_inference_input_cost 0.25 true} {upstream_inference_output_cost 0.5 true}] 0.75",
		`{"cost":1,"cost_details":{"upstream_inference_input_cost":"x","server_tool_cost":1}}`:                             "[{server_tool_cost 1 true}] 1",
		`{"cost":1,"cost_details":{"upstream_inference_cost":2,"upstream_inference_input_cost":1,"server_tool_cost":0.5}}`: "[{upstream_inference_cost 2 true} {upstream_inference_input_cost 1 false} {server_tool_cost 0.5 true}] 2.5",
		`{"cost":1}`: "[] 0",
	} {
		x := state.NewExchange("x", nil)
		x.Usage = []byte(usage)
		parts, sum := CostParts(x)
		if got := fmt.Sprint(parts, sum); got != want {
			t.Errorf("%s: %s, want %s", usage, got, want)
		}
	}
}

func TestOddUsage(t *testing.T) {
	for object, out := range map[string]Tokens{
		`{"input_tokens":"x","output_tokens":3.0}`:                         {Counts: counted(-1, -1, 3, -1), Odd: map[usage.Kind]string{usage.Input: `"x"`}},
		`{"input_tokens":5,"output_tokens":0,"input_tokens_details":null}`: {Counts: counted(5, -1, 0, -1)},
		`{"output_tokens":-1}`:                                             {Counts: counted(-1, -1, -1, -1), Odd: map[usage.Kind]string{usage.Output: "-1"}},
		`{"output_tokens":2.5,"total_tokens":"9"}`:                         {Counts: counted(-1, -1, -1, -1), Odd: map[usage.Kind]string{usage.Output: "2.5", usage.Total: `"9"`}},
		`{"output_tokens":1e300}`:                                          {Counts: counted(-1, -1, -1, -1), Odd: map[usage.Kind]string{usage.Output: "1e300"}},
		`[]`:                                                               {Counts: counted(-1, -1, 0, -1), Estimated: true},
	} {
		x := statetest.Fold(wiretest.Event("response.completed", `"response":{"status":"completed","usage":`+object+`}`))
		want(t, object, footer(TokensOf(x)), footer(out))
		want(t, "usage as received", string(x.Usage), object)
	}
}

func TestEstimateUntilUsage(t *testing.T) {
	x := state.NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Delta(0, "m", "12345678"), wiretest.Delta(0, "m", "1234"))...)
	want(t, "while it runs", footer(TokensOf(x)), footer(Tokens{Counts: counted(-1, -1, 3, -1), Estimated: true}))
	_, known := Total(x)
	want(t, "total", known, false)
	want(t, "running", x.Running(), true)
}

// TestACallOfAToolHasNoTokens, estimated or not: no model answers.
func TestACallOfAToolHasNoTokens(t *testing.T) {
	rpc := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Rome"}}}`)
	x := state.New(state.KindOf(wire.Sent{Method: "POST", URL: "https://m/mcp", Body: rpc}), "x", rpc)
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"sunny"}]}}`))
	tokens := TokensOf(x)
	n, known := tokens.Output()
	want(t, "kind", x.Kind().String(), "mcp")
	want(t, "tokens", [3]any{n, known, tokens.Estimated}, [3]any{-1, false, false})
}

// TestTheBeginningOfAnAnswerCountsNoOutput: what was written until a stream broke off is
// estimated, whatever the usage at its beginning.
func TestTheBeginningOfAnAnswerCountsNoOutput(t *testing.T) {
	x := statetest.Fold(wiretest.Delta(0, "m", "12345678"))
	x.Usage, x.UsageBegun = []byte(`{"input_tokens":7,"output_tokens":1}`), true
	if got, want := footer(TokensOf(x)), footer(Tokens{Counts: counted(7, -1, 2, -1), Estimated: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
