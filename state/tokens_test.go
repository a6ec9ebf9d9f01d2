package state

import "testing"

// TestTokensKeepEveryFigure: a figure that came is shown, whatever is missing
// beside it and by whatever name it came.
func TestTokensKeepEveryFigure(t *testing.T) {
	for usage, wanted := range map[string]Tokens{
		`{"input_tokens":7}`: {In: 7, Cached: -1, Out: 2, Reasoning: -1, Estimated: true},
		`{"input_tokens":7,"input_tokens_details":{"cached_tokens":3},"output_tokens":null}`: {In: 7, Cached: 3, Out: 2, Reasoning: -1, Estimated: true},
		`{"output_tokens":9}`: {In: -1, Cached: -1, Out: 9, Reasoning: -1},
		`{"prompt_tokens":7,"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":4}}`: {In: 7, Cached: -1, Out: 9, Reasoning: 4},
		`{"output_tokens":-1,"input_tokens":1e300}`:                                                    {In: -1, Cached: -1, Out: 2, Reasoning: -1, Estimated: true},
		`"none"`: {In: -1, Cached: -1, Out: 2, Reasoning: -1, Estimated: true},
	} {
		x := fold(t, delta(0, "m", "12345678"), ev("response.completed", `"response":{"status":"completed","usage":`+usage+`}`), "[DONE]")
		want(t, usage, x.Tokens(), wanted)
	}
}
